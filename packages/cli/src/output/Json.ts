/**
 * Values as JSON text. A `bigint` is a number with all its digits.
 *
 * @module
 */

/** A text that no answer holds, before the digits of a `bigint`. */
const mark = "\u0000candela:"
const marked = new RegExp(`"${JSON.stringify(mark).slice(1, -1).replace("\\", "\\\\")}(-?\\d+)"`, "g")

const exact = (_: string, value: unknown): unknown => (typeof value === "bigint" ? `${mark}${value}` : value)

/** A value as JSON, on one line or indented by so many spaces. */
export const text = (value: unknown, indent?: number): string =>
  (JSON.stringify(value, exact, indent) ?? "null").replace(marked, "$1")
