/**
 * The catalogue's texts for readers of the wire: they write no TypeScript.
 *
 * @module
 */

/** The status on the wire for an error of the client. A missing key is mentioned nowhere: `Unauthorized` is a plan's refusal in these texts. */
const statuses: Readonly<Record<string, string>> = {
  BadResolution: "400",
  Conflict: "409",
  NotFound: "404",
  Unauthorized: "403",
}

/** A text with the statuses of the wire in place of the client's errors. */
export const onTheWire = (text: string): string =>
  text.replace(/`(\w+)`/g, (code, name: string) => statuses[name] ?? code)

/** Several texts: one where all are the same, else each under its name. */
export const joined = (texts: ReadonlyArray<readonly [name: string, text: string]>): string =>
  new Set(texts.map(([, text]) => text)).size === 1
    ? texts[0]![1]
    : texts.map(([name, text]) => `- ${name}: ${text}`).join("\n")
