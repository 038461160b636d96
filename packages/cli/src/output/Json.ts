/**
 * Values as JSON text. A `bigint` is a number with all its digits.
 *
 * @module
 */

/** Marker before the digits of a `bigint`, which no answer contains. */
const mark = "\u0000candela:"
const marked = new RegExp(`"${JSON.stringify(mark).slice(1, -1).replace("\\", "\\\\")}(-?\\d+)"`, "g")

const exact = (_: string, value: unknown): unknown => (typeof value === "bigint" ? `${mark}${value}` : value)

/** Formats a value as JSON, on one line or with an indentation in spaces. */
export const text = (value: unknown, indent?: number): string =>
  (JSON.stringify(value, exact, indent) ?? "null").replace(marked, "$1")
