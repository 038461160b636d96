/** JSON whose numbers keep the digits that they were written with: `JSON.parse` alone would round nanoseconds. */

/** Stands before the digits of a number, in a string that takes the number's place. */
const mark = "\u0000number:"
const escapedMark = JSON.stringify(mark).slice(1, -1)

/** Strings, which are skipped, and numbers. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** A number of {@link parse}. */
export const isNumber = (value: unknown): value is string => typeof value === "string" && value.startsWith(mark)

/** A number as {@link parse} gives it. */
export const number = (digits: string): string => mark + digits

/** The digits of a number of {@link parse}. */
export const digits = (number: string): string => number.slice(mark.length)

/** Reads a document; numbers become marked strings, which {@link stringify} writes as numbers. `undefined` where the text is no JSON. */
export const parse = (text: string): unknown => {
  try {
    // A number that JSON does not allow, such as 01, must not become a string that it does.
    JSON.parse(text)
    return JSON.parse(text.replace(tokens, (token) => (token.startsWith('"') ? token : `"${escapedMark}${token}"`)))
  } catch {
    return undefined
  }
}

/** Writes what {@link parse} read, and other values as `JSON.stringify` does. */
export const stringify = (value: unknown, space?: number): string =>
  JSON.stringify(value, undefined, space).replace(/"\\u0000number:([^"]*)"/g, "$1")
