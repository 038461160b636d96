/**
 * Texts of the catalogue, for the help of a command line.
 *
 * @module
 */

/**
 * Keeps the sentences for people who write texts, without Markdown. Names of options get their
 * dashes; `words` are not options, even if they have the name of one.
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

/** Capitalizes the first letter of a text. */
export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** Text after its summary; `undefined` when there is none. */
export const after = (summary: string, text: string): string | undefined => {
  const rest = text.startsWith(summary) ? text.slice(summary.length).replace(/^[.:;]?\s*/, "") : text
  return rest === "" ? undefined : capitalized(rest)
}
