/**
 * JSON writers for answers, compiled from schemas.
 *
 * A writer returns the wire text of a value: the result of `JSON.stringify` for the schema's
 * encoded value, except that 64-bit integers are exact numbers (an encoded value can only hold
 * their digits as a string). It does not run the schema: rows of numbers take half the time.
 *
 * ```ts
 * const write = JsonWriter.make(ForexQuote)
 * write({ bid_price: 1.0842, participant_timestamp: 1709553600000000001n })
 * // {"bid_price":1.0842,"participant_timestamp":1709553600000000001}
 * ```
 *
 * @module
 */
import { ParseResult, Schema, SchemaAST as AST } from "effect"
import * as Structure from "@candela/core/internal/Structure"

/** Any schema. */
// oxlint-disable-next-line typescript/no-explicit-any -- a schema's types are invariant
export type AnySchema = Schema.Schema<any, any>

/** Writes a value as JSON. Throws when the value is not one of the schema's. */
export type Write<A> = (value: A) => string

const refuse = (expected: string, value: unknown): never => {
  throw new TypeError(`Expected ${expected} to write as JSON, got ${typeof value}`)
}

const writeString: Write<unknown> = (value) =>
  typeof value === "string" ? JSON.stringify(value) : refuse("a string", value)

const writeNumber: Write<unknown> = (value) =>
  typeof value === "number" ? (Number.isFinite(value) ? String(value) : "null") : refuse("a number", value)

const writeBoolean: Write<unknown> = (value) =>
  typeof value === "boolean" ? String(value) : refuse("a boolean", value)

const writeInt64: Write<unknown> = (value) =>
  typeof value === "bigint" ? String(value) : refuse("a 64-bit integer", value)

/** Encodes all other types by the schema itself. A recursive type is compiled on first use. */
const encoded = (ast: AST.AST): Write<unknown> => {
  if (AST.isSuspend(ast)) {
    let write: Write<unknown> | undefined
    return (value) => (write ??= compile(Structure.of(ast.f())))(value)
  }
  const encode = Schema.encodeUnknownSync(Schema.make(ast))
  return (value) => JSON.stringify(encode(value))
}

interface Member {
  readonly prefix: string
  readonly name: string
  readonly optional: boolean
  readonly write: Write<unknown>
}

const memberOf = (field: Structure.Field): Member => ({
  prefix: `${JSON.stringify(field.wireKey)}:`,
  name: field.name,
  optional: field.optional,
  write: compile(Structure.ofField(field)),
})

/**
 * Value that is already JSON: an array so large that writing it would delay other requests, or a
 * field's other form on the wire. It may replace a field.
 */
export class WrittenJson {
  constructor(readonly json: string) {}
}

const structWriter = (struct: Structure.Struct): Write<unknown> => {
  const members = Structure.fieldsOf(struct).map(memberOf)
  return (value) => {
    if (typeof value !== "object" || value === null) return refuse("an object", value)
    const row = value as Readonly<Record<string, unknown>>
    let text = ""
    for (const { name, optional, prefix, write } of members) {
      const field = row[name]
      if (field === undefined && optional) continue
      text += text === "" ? prefix : "," + prefix
      // The service writes some absent fields as null: `nulls` of a table.
      text += field === null && optional ? "null" : field instanceof WrittenJson ? field.json : write(field)
    }
    return `{${text}}`
  }
}

const mapWriter =
  (write: Write<unknown>): Write<unknown> =>
  (value) =>
    `{${Object.entries(value as object)
      .map(([key, item]) => `${JSON.stringify(key)}:${write(item)}`)
      .join(",")}}`

const listWriter =
  (write: Write<unknown>): Write<unknown> =>
  (value) =>
    Array.isArray(value) ? `[${value.map(write).join(",")}]` : refuse("an array", value)

/**
 * Writes a value as the first type that accepts it. Most unions are a type or null, which is told
 * apart without a schema.
 */
const unionWriter = (types: ReadonlyArray<Structure.Type>, ast: AST.AST): Write<unknown> => {
  const choices = types.map((type) => ({ is: ParseResult.is(Schema.make(type.ast)), write: compile(type) }))
  const [only, ...others] = choices
  if (only !== undefined && others.length === 0) return only.write
  return (value) => (choices.find(({ is }) => is(value)) ?? refuse(String(ast), value)).write(value)
}

const literalWriter = (literal: AST.LiteralValue): Write<unknown> => {
  const text = JSON.stringify(typeof literal === "bigint" ? String(literal) : literal)
  return (value) => (value === literal ? text : refuse(text, value))
}

const compile = (type: Structure.Type): Write<unknown> => {
  switch (type._tag) {
    case "Text":
      return writeString
    case "Number":
      return writeNumber
    case "Boolean":
      return writeBoolean
    case "Int64":
      return writeInt64
    case "Literal":
      return literalWriter(type.value)
    case "Union": {
      const write = unionWriter(type.types, type.ast)
      return type.nullable ? (value) => (value === null ? "null" : write(value)) : write
    }
    case "List":
      return listWriter(compile(type.item))
    case "Map":
      return mapWriter(compile(type.value))
    case "Struct":
      return structWriter(type)
    case "Id":
    case "Other":
      return encoded(type.ast)
  }
}

/** The writer of a schema's values. */
export const make = <A, I>(schema: Schema.Schema<A, I>): Write<A> => compile(Structure.of(schema.ast))

/** The writer of an object's members, without its braces. */
export const members = <A, I>(schema: Schema.Schema<A, I>): Write<A> => {
  const write = make(schema)
  return (value) => write(value).slice(1, -1)
}
