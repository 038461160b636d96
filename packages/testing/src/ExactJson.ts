/**
 * JSON whose numbers keep their written digits: `JSON.parse` by itself rounds nanoseconds.
 *
 * @module
 */

/** JSON value whose whole numbers beyond the safe ones are a `bigint`. */
export type Json =
  | string
  | number
  | bigint
  | boolean
  | null
  | ReadonlyArray<Json>
  | { readonly [key: string]: Json | undefined }

/** Prefix of a string that replaces a number, before its digits. */
const mark = "\u0000number:"
const escapedMark = JSON.stringify(mark).slice(1, -1)

/** Strings, which are skipped, and numbers. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Whether a value is a number of {@link parse}. */
export const isNumber = (value: unknown): value is string => typeof value === "string" && value.startsWith(mark)

/** Number of {@link parse} with these digits. */
export const number = (digits: string): string => mark + digits

/** Digits of a number of {@link parse}. */
export const digits = (number: string): string => number.slice(mark.length)

/**
 * Document with marked strings in place of its numbers, which {@link stringify} writes as numbers.
 * `undefined` if the text is not JSON.
 */
export const parse = (text: string): unknown => {
  try {
    // A number that JSON does not allow, such as 01, must not become an allowed string.
    JSON.parse(text)
    return JSON.parse(text.replace(tokens, (token) => (token.startsWith('"') ? token : `"${escapedMark}${token}"`)))
  } catch {
    return undefined
  }
}

/** Number, or a `bigint` if it is whole and has 16 digits or more. */
const read = (digits: string) => (/^-?\d{16,}$/.test(digits) ? BigInt(digits) : Number(digits))

const values = (value: unknown): unknown => {
  if (isNumber(value)) return read(digits(value))
  if (Array.isArray(value)) return value.map(values)
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, values(item)]))
    : value
}

/**
 * Document with numbers, and with a `bigint` for each whole number of 16 digits or more.
 * `undefined` if the text is not JSON.
 */
export const parseValues = (text: string): Json | undefined => values(parse(text)) as Json | undefined

/** Text of a result of {@link parse} or {@link parseValues}; other values as by `JSON.stringify`. */
export const stringify = (value: unknown, space?: number): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? number(String(item)) : item), space).replace(
    /"\\u0000number:([^"]*)"/g,
    "$1",
  )
