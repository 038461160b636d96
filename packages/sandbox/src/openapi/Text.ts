/**
 * The texts of doc comments, for readers of the wire: they write no TypeScript.
 *
 * @module
 */

/** Where a text tells the row's own key, a helper of the client, a type of JavaScript, or what the client has done. */
const ofClient = /^Wire key |`[A-Z][a-z]\w*\.[a-z]\w*(\(\w*\))?`|`Date`|decoded already/

/** What stands on the wire for an error of the client. A key that is missing is told of nowhere: `Unauthorized` is a plan's refusal in these texts. */
const statuses: Readonly<Record<string, string>> = {
  BadResolution: "400",
  Conflict: "409",
  NotFound: "404",
  Unauthorized: "403",
}

/** A text without what concerns the client alone, and without its place in the specification. */
export const onTheWire = (text: string): string =>
  text
    .replace(/ \(specification, [^)]*\)$/, "")
    .split(/(?<=\.) (?=[A-Z`])/)
    .filter((sentence) => !ofClient.test(sentence))
    .join(" ")
    .replace(/`(\w+)`/g, (code, name: string) => statuses[name] ?? code)

/** The beginning of a text that can stand for it: its first sentence, up to a colon or semicolon. */
export const summary = (text: string): string => /^.*?(?=[:;] |\.( [A-Z`]|$)|$)/.exec(text)![0]

/** What several say: once where they say the same, else each under its name. */
export const joined = (texts: ReadonlyArray<readonly [name: string, text: string]>): string =>
  new Set(texts.map(([, text]) => text)).size === 1
    ? texts[0]![1]
    : texts.map(([name, text]) => `- ${name}: ${text}`).join("\n")
