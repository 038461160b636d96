/** Reads values from the text of a field, by the types of their columns. */
import type * as FileSchema from "../../FileSchema.js"
import { readerOf } from "../json/read.js"
import { Scan } from "../json/scan.js"
import * as Instant from "../text/instant.js"

/** Reader of a type. */
export interface FieldReader {
  /** Description of valid fields, for errors. */
  readonly expected: string
  /** Reads a field that is not empty; `undefined` if it is not of the type. */
  readonly read: (field: string) => unknown
}

const integer = /^[+-]?\d+$/
const date = /^\d{4}-\d\d-\d\d$/
const infinite = /^([+-]?)inf(?:inity)?$/i

/**
 * Whether a text that `Number` accepts is a decimal: not hexadecimal, and without spaces. A regular
 * expression would take longer than everything else.
 */
const isDecimal = (field: string): boolean => {
  const first = field.charCodeAt(0)
  const second = field.charCodeAt(1) | 32
  const last = field.charCodeAt(field.length - 1)
  // Digits, signs and points come before the colon; letters of 0x, 0b and 0o do not.
  return first > 32 && first < 58 && last > 32 && last < 58 && second !== 120 && second !== 98 && second !== 111
}

const number = (field: string): number | undefined => {
  const value = Number(field)
  if (Number.isFinite(value) && isDecimal(field)) return value
  const sign = infinite.exec(field)?.[1]
  if (sign !== undefined) return sign === "-" ? -Infinity : Infinity
  return /^nan$/i.test(field) ? NaN : undefined
}

const int64 = (field: string): bigint | undefined => {
  // Millions of digits take minutes to convert.
  if (field.length > 40 || !integer.test(field)) return undefined
  const value = BigInt(field.replace("+", ""))
  return BigInt.asIntN(64, value) === value ? value : undefined
}

const words: Readonly<Record<string, boolean>> = { true: true, false: false }

const json = (type: FileSchema.Type): FieldReader => {
  const read = readerOf(type)
  return {
    expected: "JSON",
    read: (field) => {
      const scan = new Scan(field)
      const value = read(scan)
      scan.end()
      return value
    },
  }
}

/** Returns the reader of a type. */
export const reader = (type: FileSchema.Type): FieldReader => {
  switch (type._tag) {
    case "Number":
    case "Integer":
      return { expected: "a number", read: number }
    case "Int64":
      return { expected: "a 64-bit integer", read: int64 }
    case "Timestamp":
      return type.unit === "nanoseconds"
        ? {
            expected: "an instant, in whole nanoseconds since the epoch or in ISO 8601",
            read: (field) => int64(field) ?? Instant.nanosecondsOf(field),
          }
        : {
            expected: "an instant, in milliseconds since the epoch or in ISO 8601",
            read: (field) => number(field) ?? Instant.millisecondsOf(field),
          }
    case "Boolean":
      return { expected: "true or false", read: (field) => words[field.toLowerCase()] }
    case "Text":
    case "Word":
      return { expected: "a text", read: (field) => field }
    case "Date":
      return { expected: "a date (yyyy-mm-dd)", read: (field) => (date.test(field) ? field : undefined) }
    default:
      return json(type)
  }
}
