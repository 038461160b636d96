/**
 * JSON writers for answers, compiled from schemas.
 *
 * A writer returns the wire text of a value: the result of `JSON.stringify` for the schema's encoded value, except that 64-bit integers are exact
 * numbers (an encoded value can only hold their digits as a string). It does not run the schema: rows of numbers take half the time.
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
import * as Structure from "@candela/core/Structure"

/** Any schema. */
// oxlint-disable-next-line typescript/no-explicit-any -- a schema's types are invariant, so `unknown` would refuse everything
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

/** Encodes all other types by the schema itself. */
const encoded = (ast: AST.AST): Write<unknown> => {
  const encode = Schema.encodeUnknownSync(Schema.make(ast))
  return (value) => JSON.stringify(encode(value))
}

interface Member {
  readonly prefix: string
  readonly name: string
  readonly optional: boolean
  readonly write: Write<unknown>
}

const memberOf = ({ ast, name, optional, wireKey }: Structure.Field): Member => ({
  prefix: `${JSON.stringify(wireKey)}:`,
  name,
  // A required field may be `undefined` by its type: JSON leaves it out.
  optional: optional || (AST.isUnion(ast) && ast.types.some(AST.isUndefinedKeyword)),
  write: compile(ast),
})

/** Value that is already JSON: an array so large that writing it would delay other requests, or a field's other form on the wire. It may replace a field. */
export class WrittenJson {
  constructor(readonly json: string) {}
}

const structWriter = (fields: ReadonlyArray<Structure.Field>): Write<unknown> => {
  const members = fields.map(memberOf)
  return (value) => {
    if (typeof value !== "object" || value === null) return refuse("an object", value)
    const row = value as Readonly<Record<string, unknown>>
    let text = ""
    for (const { name, optional, prefix, write } of members) {
      const field = row[name]
      if (field === undefined && optional) continue
      text += (text === "" ? prefix : "," + prefix) + (field instanceof WrittenJson ? field.json : write(field))
    }
    return `{${text}}`
  }
}

const recordWriter = ({ type }: AST.IndexSignature): Write<unknown> => {
  const write = compile(type)
  return (value) =>
    `{${Object.entries(value as object)
      .map(([key, item]) => `${JSON.stringify(key)}:${write(item)}`)
      .join(",")}}`
}

const arrayWriter = (item: AST.AST): Write<unknown> => {
  const write = compile(item)
  return (value) => (Array.isArray(value) ? `[${value.map(write).join(",")}]` : refuse("an array", value))
}

/** A recursive type is compiled on first use. */
const suspendedWriter = (ast: AST.Suspend): Write<unknown> => {
  let write: Write<unknown> | undefined
  return (value) => (write ??= compile(ast.f()))(value)
}

/** Writes a value as the first type that accepts it. */
const choiceWriter = (ast: AST.Union): Write<unknown> => {
  const choices = Structure.alternatives(ast).map((type) => ({
    is: ParseResult.is(Schema.make(AST.typeAST(type))),
    write: compile(type),
  }))
  return (value) => (choices.find(({ is }) => is(value)) ?? refuse(String(ast), value)).write(value)
}

/** Most unions are a type or null, which is told apart without a schema. */
const unionWriter = (ast: AST.Union): Write<unknown> => {
  const [only, ...others] = Structure.alternatives(ast)
  const choose = only !== undefined && others.length === 0 ? compile(only) : choiceWriter(ast)
  return Structure.isNullable(ast) ? (value) => (value === null ? "null" : choose(value)) : choose
}

const compile = (ast: AST.AST): Write<unknown> => {
  if (Structure.isInt64(ast)) return writeInt64
  if (AST.isSuspend(ast)) return suspendedWriter(ast)
  const fields = Structure.fields(ast)
  if (fields !== undefined && fields.length > 0) return structWriter(fields)
  switch (ast._tag) {
    case "StringKeyword":
    case "TemplateLiteral":
      return writeString
    case "NumberKeyword":
      return writeNumber
    case "BooleanKeyword":
      return writeBoolean
    case "Literal":
      return compileLiteral(ast)
    case "Refinement":
      return compile(ast.from)
    case "Union":
      return unionWriter(ast)
    case "TupleType": {
      const [rest, ...others] = ast.rest
      return ast.elements.length === 0 && rest !== undefined && others.length === 0
        ? arrayWriter(rest.type)
        : encoded(ast)
    }
    case "TypeLiteral": {
      const [record, ...others] = ast.indexSignatures
      return ast.propertySignatures.length === 0 && record !== undefined && others.length === 0
        ? recordWriter(record)
        : encoded(ast)
    }
    default:
      return encoded(ast)
  }
}

const compileLiteral = ({ literal }: AST.Literal): Write<unknown> => {
  const text = JSON.stringify(typeof literal === "bigint" ? String(literal) : literal)
  return (value) => (value === literal ? text : refuse(text, value))
}

/** The writer of a schema's values. */
export const make = <A, I>(schema: Schema.Schema<A, I>): Write<A> => compile(schema.ast)

/** The writer of an object's members, without its braces. */
export const members = <A, I>(schema: Schema.Schema<A, I>): Write<A> => {
  const write = make(schema)
  return (value) => write(value).slice(1, -1)
}
