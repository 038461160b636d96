/**
 * Fields of row schemas: names and optionality.
 *
 * A row is a `Schema.Struct` of these. The decoder reads such a row without running the schema for each value; a row made of other parts of
 * `Schema` decodes to the same values, more slowly.
 *
 * ```ts
 * const Bar = Schema.Struct({
 *   volume: Field.required(Schema.Number, "v"),
 *   vwap: Field.optional(Schema.Number, "vw"),
 *   timestamp: Field.required(Schema.Number, "t"),
 * })
 * ```
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { identity } from "effect/Function"
import * as Option from "effect/Option"
import { nullIsAbsent } from "./internal/decoder/nullIsAbsent.js"
import * as exactInteger from "./internal/json/exactInteger.js"

/** A record of fields by their names in the row. */
export type Fields = Readonly<Record<string, Schema.PropertySignature.All>>

type OptionalKeys<F extends Fields> = { [K in keyof F]: F[K]["_TypeToken"] extends "?:" ? K : never }[keyof F]
// The keys are type parameters bounded by `keyof F`; otherwise the fields would lose their doc comments.
type RequiredPart<F extends Fields, K extends keyof F> = { readonly [X in K]: Schema.Schema.Type<F[X]> }
type OptionalPart<F extends Fields, K extends keyof F> = { readonly [X in K]?: Schema.Schema.Type<F[X]> }

/**
 * Row type of a record of fields. Derive a named interface from it, so that editors show its name:
 *
 * ```ts
 * export interface Dividend extends Field.Row<typeof fields>, Endpoint.Named {}
 * ```
 */
export type Row<F extends Fields> = RequiredPart<F, Exclude<keyof F, OptionalKeys<F>>> &
  OptionalPart<F, OptionalKeys<F>>

/**
 * Schema type of a row with a record of fields. Annotate the row's schema with it; otherwise the emitted declarations lose the comments of the fields.
 *
 * ```ts
 * export const Dividend: Field.SchemaOf<Dividend, typeof fields> = Schema.Struct(fields)
 * ```
 */
export type SchemaOf<R, F extends Fields> = Schema.Schema<R, Schema.Struct.Encoded<F>>

/** Returns the names of the fields, without some of them: the sort columns of a list endpoint. */
export const names = <F extends Fields, const Without extends keyof F = never>(
  fields: F,
  ...without: ReadonlyArray<Without>
): ReadonlyArray<Exclude<keyof F & string, Without>> =>
  Object.keys(fields).filter((name) => !(without as ReadonlyArray<string>).includes(name)) as never

/**
 * A field that every row has. `wireKey` is its key on the wire, if it differs from the row's.
 */
export const required: {
  <A, I>(schema: Schema.Schema<A, I>): Schema.PropertySignature<":", A, never, ":", I>
  <A, I, const Key extends string>(
    schema: Schema.Schema<A, I>,
    wireKey: Key,
  ): Schema.PropertySignature<":", A, Key, ":", I>
} = (schema: Schema.Schema.AnyNoContext, wireKey?: string) => {
  const field = Schema.propertySignature(schema)
  return (wireKey === undefined ? field : Schema.fromKey(field, wireKey)) as never
}

/**
 * An optional field. Absent and `null` on the wire both make the key absent from the row: it is never `undefined` or `null`.
 */
export const optional: {
  <A, I>(schema: Schema.Schema<A, I>): Schema.PropertySignature<"?:", A, never, "?:", I | null>
  <A, I, const Key extends string>(
    schema: Schema.Schema<A, I>,
    wireKey: Key,
  ): Schema.PropertySignature<"?:", A, Key, "?:", I | null>
} = (schema: Schema.Schema.AnyNoContext, wireKey?: string) => {
  const field = Schema.optionalToOptional(Schema.NullOr(schema), Schema.typeSchema(schema), {
    decode: nullIsAbsent,
    encode: identity,
  })
  return (wireKey === undefined ? field : Schema.fromKey(field, wireKey)) as never
}

/** Whether all numbers in a JSON value are those of a double: `JSON.parse` reads `1e400` as `Infinity`. */
const isFinite = (value: unknown): boolean =>
  typeof value === "object" && value !== null
    ? Object.values(value).every(isFinite)
    : typeof value !== "number" || Number.isFinite(value)

/**
 * An informational envelope field of a response. Values for which `read` returns nothing read as absent and never fail the rows: by default those that do not
 * match the schema, and those with a number too large for a double, such as `1e400`.
 */
export const lenient = <A>(
  schema: Schema.Schema<A>,
  read: (value: Option.Option<unknown>) => Option.Option<A> = Option.filter(
    (value): value is A => Schema.is(schema)(value) && isFinite(value),
  ),
): Schema.PropertySignature<"?:", A, never, "?:", unknown> =>
  // The schema in the union documents what the service should send.
  Schema.optionalToOptional(Schema.Union(schema, Schema.Unknown), schema, { decode: read, encode: identity })

/**
 * An exact 64-bit integer, such as a time in nanoseconds: a `bigint` in the row, a JSON number of up to 19 digits on the wire, read digit by digit
 * (`JSON.parse` alone would round it).
 *
 * It encodes to a string of its digits, so that an encoded row survives `JSON.stringify`; it decodes from such a string, and from a number
 * that is a safe integer. Other numbers are rejected, never rounded.
 *
 * In a union, combine it with `null` or objects only: next to strings or other numbers, the decoder cannot tell which member a number on the wire belongs to. Within
 * `Schema.suspend` only safe integers are read.
 */
export const Int64: Schema.Schema<bigint, string | number> = exactInteger.Int64

/**
 * An identifier: text in the row, text or a number on the wire. An integer of up to 20 characters keeps all its digits, also beyond those that `JSON.parse`
 * keeps; any other number becomes the text of the nearest double.
 */
export const Id: Schema.Schema<string, string | number> = exactInteger.Id

/**
 * One of the values that the service is known to send, or any other string: enumerations grow, and a new value must not break decoding. Editors
 * complete the known ones. In a request use `Schema.Literal`, which rejects the others.
 */
export const openEnum = <const Literals extends ReadonlyArray<string>>(
  ...literals: Literals
): Schema.Schema<Literals[number] | (string & {}), string> =>
  Schema.String.annotations({
    examples: [...literals] as never,
    description: `one of ${literals.join(", ")}, or another`,
  })
