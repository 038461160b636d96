/** Writes values as JSON, by the types of their columns. 64-bit integers are numbers, with all digits. */
import type * as FileSchema from "../../FileSchema.js"
import { Fault } from "../fault.js"
import { type ByteWriter, specials } from "../text/byteWriter.js"

/** Writes a value of the column's type. */
export type Write = (to: ByteWriter, value: unknown) => void

const control = /* @__PURE__ */ String.fromCharCode(...Array.from({ length: 32 }, (_, code) => code))
const special = /* @__PURE__ */ specials(`"\\${control}`)

const [comma, colon, quote, brace, closingBrace, bracket, closingBracket] = [44, 58, 34, 123, 125, 91, 93]

const text: Write = (to, value) => {
  to.byte(quote)
  if (to.plain(value as string, special)) to.byte(quote)
  // The quote has been written.
  else to.text(JSON.stringify(value).slice(1))
}

const number: Write = (to, value) => {
  // protects: A number that JSON does not have is refused, and not written as null.
  // mutant: "refuses numbers that JSON does not have": never
  if (!Number.isFinite(value)) throw new Fault("value", `JSON has no number ${String(value)}.`)
  to.number(value as number)
}

const list =
  (item: Write): Write =>
  (to, value) => {
    to.byte(bracket)
    ;(value as ReadonlyArray<unknown>).forEach((one, index) => {
      if (index > 0) to.byte(comma)
      item(to, one)
    })
    to.byte(closingBracket)
  }

/** Returns `"key":` as bytes. */
export const keyOf = (name: string): Uint8Array => new TextEncoder().encode(`${JSON.stringify(name)}:`)

const struct = (columns: ReadonlyArray<FileSchema.Column>): Write => {
  const fields = columns.map(({ name, type }) => ({ name, key: keyOf(name), write: writer(type) }))
  return (to, value) => {
    let first = true
    to.byte(brace)
    for (const { key, name, write } of fields) {
      if (!Object.hasOwn(value as object, name)) continue
      const one = (value as Readonly<Record<string, unknown>>)[name]
      if (one === undefined) continue
      if (!first) to.byte(comma)
      first = false
      to.raw(key)
      write(to, one)
    }
    to.byte(closingBrace)
  }
}

/** Writes any JSON value, and `bigint`. */
const any: Write = (to, value) => {
  switch (typeof value) {
    case "string":
      return text(to, value)
    case "number":
      return number(to, value)
    case "bigint":
      return to.bigint(value)
    case "object":
      if (Array.isArray(value)) return list(any)(to, value)
      if (value !== null) return map(to, value)
  }
  to.text(String(value))
}

const map: Write = (to, value) => {
  to.byte(brace)
  Object.entries(value as object).forEach(([key, item], index) => {
    if (index > 0) to.byte(comma)
    text(to, key)
    to.byte(colon)
    any(to, item)
  })
  to.byte(closingBrace)
}

/** Returns the writer of a type. */
export const writer = (type: FileSchema.Type): Write => {
  switch (type._tag) {
    case "Number":
    case "Integer":
      return number
    case "Int64":
      return (to, value) => to.bigint(value as bigint)
    case "Timestamp":
      return type.unit === "nanoseconds" ? (to, value) => to.bigint(value as bigint) : number
    case "Boolean":
      return (to, value) => to.text(String(value))
    case "Text":
    case "Word":
    case "Date":
      return text
    case "Struct":
      return struct(type.columns)
    case "List":
      return list(writer(type.item))
    case "Json":
      return any
  }
}
