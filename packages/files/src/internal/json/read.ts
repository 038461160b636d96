/** Reads values from JSON, by the types of their columns. */
import type * as FileSchema from "../../FileSchema.js"
import { Fault } from "../fault.js"
import * as Instant from "../text/instant.js"
import type { Scan } from "./scan.js"

/** Reads a value; throws if it is not of the type. */
export type Read = (from: Scan) => unknown

const whole = /^-?\d+$/
const date = /^\d{4}-\d\d-\d\d$/

/** Reads the value at `start`, and throws that it is unexpected. */
const refuse = (from: Scan, expected: string, start: number): never => {
  from.at = start
  const digits = from.number()
  const value = digits ?? JSON.stringify(from.any())
  throw new Fault("schema", `${value.length > 60 ? `${value.slice(0, 60)}...` : value} is not ${expected}.`)
}

/** Makes a reader that rejects values for which `read` returns nothing. */
const reader =
  (expected: string, read: (from: Scan) => unknown): Read =>
  (from) => {
    from.peek()
    const start = from.at
    return read(from) ?? refuse(from, expected, start)
  }

/** A number that a double can hold: `1e400` would be read as infinite. */
const finite = (digits: string): number => {
  const value = Number(digits)
  // protects: 1e400 in a file is not read as infinite.
  // mutant: "where a number is larger than numbers are": Number.isFinite → !Number.isNaN
  if (Number.isFinite(value)) return value
  throw new Fault("schema", `${digits.slice(0, 60)} is larger than a number can be, 1.8e308.`)
}

const number = reader("a number", (from) => {
  const digits = from.number()
  return digits === undefined ? undefined : finite(digits)
})

/** More digits are no 64-bit integer, and millions of them take minutes to convert. */
const mostDigits = 40

// protects: Integers of 64 bits are read digit by digit.
// mutant: "has nanoseconds as exact numbers": digits) : → Number(digits)) :
const int64 = (digits: string | undefined) =>
  digits !== undefined &&
  digits.length <= mostDigits &&
  whole.test(digits) &&
  BigInt.asIntN(64, BigInt(digits)) === BigInt(digits)
    ? BigInt(digits)
    : undefined

const milliseconds = reader("an instant, in milliseconds since the epoch or in ISO 8601", (from) => {
  const digits = from.number()
  if (digits !== undefined) return finite(digits)
  const text = from.string()
  return text === undefined ? undefined : Instant.millisecondsOf(text)
})

const nanoseconds = reader("an instant, in whole nanoseconds since the epoch or in ISO 8601", (from) => {
  const digits = from.number()
  if (digits !== undefined) return int64(digits)
  const text = from.string()
  return text === undefined ? undefined : Instant.nanosecondsOf(text)
})

const struct = (columns: ReadonlyArray<FileSchema.Column>): Read => {
  const fields = new Map(columns.map((column) => [column.name, { ...column, read: readerOf(column.type) }]))
  const required = columns.filter(({ optional }) => !optional).map(({ name }) => name)
  return reader("an object", (from) => {
    const value: Record<string, unknown> = {}
    const found = from.object((key) => {
      const field = fields.get(key)
      if (field === undefined) from.any()
      else if (!(field.optional && from.word("null"))) value[key] = field.read(from)
    })
    const missing = found ? required.find((name) => !Object.hasOwn(value, name)) : undefined
    if (missing !== undefined) throw new Fault("schema", `the object has no "${missing}".`)
    return found ? value : undefined
  })
}

const list = (item: FileSchema.Type): Read => {
  const read = readerOf(item)
  return reader("a list", (from) => {
    const values: Array<unknown> = []
    return from.list(() => void values.push(read(from))) ? values : undefined
  })
}

/** Returns the reader of a type. */
export const readerOf = (type: FileSchema.Type): Read => {
  switch (type._tag) {
    case "Number":
    case "Integer":
      return number
    case "Int64":
      return reader("a 64-bit integer", (from) => int64(from.number()))
    case "Timestamp":
      return type.unit === "nanoseconds" ? nanoseconds : milliseconds
    case "Boolean":
      return reader("true or false", (from) => from.word("true") || (from.word("false") ? false : undefined))
    case "Text":
    case "Word":
      return reader("a text", (from) => from.string())
    case "Date":
      return reader("a date (yyyy-mm-dd)", (from) => {
        const text = from.string()
        return text !== undefined && date.test(text) ? text : undefined
      })
    case "Struct":
      return struct(type.columns)
    case "List":
      return list(type.item)
    case "Json":
      return (from) => from.any()
  }
}
