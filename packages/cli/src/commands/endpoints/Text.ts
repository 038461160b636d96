/**
 * Texts of the catalogue, for the help of a command line.
 *
 * @module
 */

/**
 * The sentences that concern people who write texts, without the marks of Markdown. What is the name of an option gets its dashes; `words` are no options although they may
 * have the name of one.
 */
export const forPeople = (
  text: string,
  options: ReadonlyArray<string> = [],
  words: ReadonlyArray<string> = [],
): string =>
  text
    .replace(/[;,] a `Date` .*?(?=\.(?:\s|$))/g, "")
    .split(/(?<=\.)\s+(?=[A-Z`"*])/)
    .filter((sentence) => !/`Date`|new Date\(/.test(sentence))
    .join(" ")
    .replaceAll(/`([^`]*)`/g, (_, name: string) =>
      options.includes(name) && !words.includes(name) ? `--${name}` : name,
    )
    .replaceAll("**", "")
    .replaceAll("NotFound", "Not found")
    .replaceAll(" with BadResolution", "")

/** A text that begins with a capital letter. */
export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** What a text says after its summary; `undefined` where that is all. */
export const after = (summary: string, text: string): string | undefined => {
  const rest = text.startsWith(summary) ? text.slice(summary.length).replace(/^[.:;]?\s*/, "") : text
  return rest === "" ? undefined : capitalized(rest)
}
