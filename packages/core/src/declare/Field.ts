/**
 * Fields of rows: their schemas, keys on the wire and optionality, as data.
 *
 * A record of them makes a row's schema. The decoder reads the record, and so decodes such rows
 * without running the schema for each value; a row of any other schema decodes to the same values,
 * more slowly. Documents, files, columns and tables read it too.
 *
 * ```ts
 * const Bar = Field.struct({
 *   volume: Field.required(Field.Number, "v"),
 *   vwap: Field.optional(Field.Number, "vw"),
 *   timestamp: Field.required(Unit.EpochMillis, "t"),
 * })
 * ```
 *
 * @module
 */
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { identity } from "effect/Function"
import * as Option from "effect/Option"
import * as exactInteger from "../internal/json/exactInteger.js"
import { finite } from "../internal/json/finite.js"
import * as listReader from "../internal/json/listReader.js"
import { Mark } from "../internal/json/mark.js"
import type { Readable } from "../internal/json/valueReader.js"
import { lazySchema } from "../internal/lazySchema.js"

/** The type id of {@link Any}. */
export const TypeId: unique symbol = Symbol.for("@candela/core/Field")
/** The type id of {@link Any}. */
export type TypeId = typeof TypeId

/** Types of a field, for the compiler only. */
export interface Types<out A, out I, out Key> {
  /** Value in a row. */
  readonly value: A
  /** Value on the wire. */
  readonly wire: I
  /** Key on the wire; `never` if it is the row's. */
  readonly key: Key
}

/** Any field. */
export interface Any {
  readonly [TypeId]: Types<unknown, unknown, string>
  /** Schema of a value that is present. */
  readonly schema: Schema.Schema.AnyNoContext
  /** Key on the wire; `undefined` if it is the row's. */
  readonly wireKey: string | undefined
  /** Whether every row has it, or its value is informational: then one that its schema rejects reads as absent. */
  readonly presence: "required" | "optional" | "lenient"
  /** Reads the value on the wire, unless the field is required. */
  readonly read: ((value: Option.Option<unknown>) => Option.Option<unknown>) | undefined
}

/** A field that every row has. */
export interface Required<out A, out I = A, out Key extends string = never> extends Any {
  readonly [TypeId]: Types<A, I, Key>
  readonly presence: "required"
}

/** A field that a row may lack. */
export interface Optional<out A, out I = A | null, out Key extends string = never> extends Any {
  readonly [TypeId]: Types<A, I, Key>
  readonly presence: "optional" | "lenient"
}

/** A record of fields by their names in the row. */
export type Fields = Readonly<Record<string, Any>>

type OptionalKeys<F extends Fields> = { [K in keyof F]: F[K]["presence"] extends "required" ? never : K }[keyof F]
// The keys are type parameters bounded by `keyof F`; otherwise the fields would lose their doc comments.
type RequiredPart<F extends Fields, K extends keyof F> = { readonly [X in K]: F[X][TypeId]["value"] }
type OptionalPart<F extends Fields, K extends keyof F> = { readonly [X in K]?: F[X][TypeId]["value"] }

/**
 * Row type of a record of fields. Derive a named interface from it, so that editors show its name:
 *
 * ```ts
 * export interface Dividend extends Field.Row<typeof fields>, Endpoint.Named {}
 * ```
 */
export type Row<F extends Fields> = RequiredPart<F, Exclude<keyof F, OptionalKeys<F>>> &
  OptionalPart<F, OptionalKeys<F>>

type WireKey<F extends Fields, K extends keyof F> = [F[K][TypeId]["key"]] extends [never] ? K : F[K][TypeId]["key"]

/** Type on the wire of a row with a record of fields. */
export type Wire<F extends Fields> = {
  readonly [K in Exclude<keyof F, OptionalKeys<F>> as WireKey<F, K>]: F[K][TypeId]["wire"]
} & { readonly [K in OptionalKeys<F> as WireKey<F, K>]?: F[K][TypeId]["wire"] }

/**
 * Schema type of a row with a record of fields. Annotate the row's schema with it; otherwise the
 * emitted declarations lose the comments of the fields.
 *
 * ```ts
 * export const Dividend: Field.SchemaOf<Dividend, typeof fields> = Field.struct(fields)
 * ```
 */
export type SchemaOf<R, F extends Fields> = Schema.Schema<R, Wire<F>>

/** Returns the names of the fields, without some of them: the sort columns of a list endpoint. */
export const names = <F extends Fields, const Without extends keyof F = never>(
  fields: F,
  ...without: ReadonlyArray<Without>
): ReadonlyArray<Exclude<keyof F & string, Without>> =>
  Object.keys(fields).filter((name) => !(without as ReadonlyArray<string>).includes(name)) as never

const make = (
  presence: Any["presence"],
  schema: Schema.Schema.AnyNoContext,
  wireKey?: string,
  read?: Any["read"],
): never => ({ [TypeId]: TypeId, schema, wireKey, presence, read }) as never

/**
 * A field that every row has. `wireKey` is its key on the wire, if it differs from the row's.
 */
export const required: {
  <A, I>(schema: Schema.Schema<A, I>): Required<A, I>
  <A, I, const Key extends string>(schema: Schema.Schema<A, I>, wireKey: Key): Required<A, I, Key>
} = (schema: Schema.Schema.AnyNoContext, wireKey?: string) => make("required", schema, wireKey)

/** Reads `null` as absent. */
const present = /* @__PURE__ */ Option.filter((value: unknown) => value !== null)

/**
 * An optional field. Absent and `null` on the wire both make the key absent from the row: it is
 * never `undefined` or `null`.
 */
export const optional: {
  <A, I>(schema: Schema.Schema<A, I>): Optional<A, I | null>
  <A, I, const Key extends string>(schema: Schema.Schema<A, I>, wireKey: Key): Optional<A, I | null, Key>
} = (schema: Schema.Schema.AnyNoContext, wireKey?: string) => make("optional", schema, wireKey, present)

/**
 * An informational envelope field of a response. Values for which `read` returns nothing read as
 * absent and never fail the rows: by default those that do not match the schema. Numbers are those
 * of {@link Number} or of a unit: of `Schema.Number`, `1e400` would be infinite.
 */
export const lenient = <A>(
  schema: Schema.Schema<A>,
  read: (value: Option.Option<unknown>) => Option.Option<A> = Option.filter(Schema.is(schema)),
): Optional<A, unknown> => make("lenient", schema, undefined, read as Any["read"])

/** Property signature of a field in the schema of its row. */
const signatureOf = (name: string, { presence, read, schema, wireKey = name }: Any) =>
  Schema.fromKey(
    read === undefined
      ? Schema.propertySignature(schema)
      : Schema.optionalToOptional(
          // In JSON schemas the union is the schema alone: what the service should send.
          presence === "lenient"
            ? Schema.Union(schema, Schema.Unknown).annotations({ [AST.SurrogateAnnotationId]: schema.ast })
            : Schema.NullOr(schema),
          Schema.typeSchema(schema),
          { decode: read, encode: identity },
        ),
    wireKey,
  )

const named = (identifier: string | undefined) => identifier !== undefined && { identifier }

const recordSchema = (fields: Fields) =>
  Schema.Struct(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, signatureOf(name, field)])))

/**
 * Makes the schema of a row from its fields, which it keeps as data. Decoding ignores other keys. JSON schemas refer
 * to the row by its identifier, if it has one: `#/components/schemas/Bar`. It is built on its first use, which throws
 * for names and keys that occur twice, and for those of the properties that every object has, such as `constructor`:
 * no row could lack them.
 */
export const struct = <F extends Fields>(fields: F, identifier?: string): Schema.Schema<Row<F>, Wire<F>> =>
  lazySchema(
    () =>
      recordSchema(fields).annotations({ [Mark]: { _tag: "Struct", record: fields }, ...named(identifier) }) as never,
  )

/**
 * Makes the schema of rows in several forms, such as the items of the unified snapshot, from the
 * record of the fields of all forms. `forms` is the schema of a row; `decode` and `encode` convert
 * between a record and a row, without a change of the wire's keys.
 */
export const forms = <F extends Fields, R, RI>(
  fields: F,
  forms: Schema.Schema<R, RI>,
  { decode, encode }: { readonly decode: (record: Row<F>) => R; readonly encode: (row: R) => Row<F> },
  identifier?: string,
): SchemaOf<R, F> =>
  lazySchema(() => {
    const to = Schema.typeSchema(forms)
    const convert = { strict: true, decode, encode } as const
    const record = recordSchema(fields) as unknown as Schema.Schema<Row<F>, Wire<F>>
    const rows = Schema.transform(Schema.typeSchema(record), to, convert)
    return Schema.transform(record, to, convert).annotations({
      [Mark]: { _tag: "Struct", record: fields, forms, rows },
      ...named(identifier),
    })
  })

/** A finite number: `NaN` and the infinities are rejected, also when they are encoded. */
const number: Schema.Schema<number> = /* @__PURE__ */ finite()

/**
 * An exact 64-bit integer, such as a time in nanoseconds: a `bigint` in the row, a JSON number of
 * up to 19 digits on the wire, read digit by digit (`JSON.parse` alone would round it).
 *
 * It encodes to a string of its digits, so that an encoded row survives `JSON.stringify`; it decodes from
 * such a string, and from a number that is a safe integer. Other numbers are rejected, never rounded.
 *
 * In a union, combine it with `null` or objects only: next to strings or other numbers, the decoder
 * cannot tell which member a number on the wire belongs to. In objects that are not made of fields
 * ({@link struct}), and within `Schema.suspend`, only safe integers are read.
 */
export const Int64: Schema.Schema<bigint, string | number> = exactInteger.Int64

/**
 * Exact epoch nanoseconds, from a number of seconds, milliseconds, microseconds or nanoseconds: its magnitude tells
 * which, for the years 1973 to 5138. For fields whose unit differs between the service and its document.
 */
export const EpochOfAnyUnit: Schema.Schema<bigint, string | number> = exactInteger.EpochOfAnyUnit

/**
 * An identifier: text in the row, text or a number on the wire. An integer of up to 20 characters keeps all its
 * digits, also beyond those that `JSON.parse` keeps; any other number becomes the text of the nearest double.
 */
export const Id: Schema.Schema<string, string | number> = exactInteger.Id

/**
 * A list of numbers, such as the conditions of a trade: the same as `Schema.Array`, but rows with such lists are read
 * from the bytes, as rows of numbers are. A document repeats few different lists: its rows share them, and they are
 * frozen.
 */
export const numbers = (item: Schema.Schema<number>): Schema.Schema<ReadonlyArray<number>> =>
  lazySchema(() => Schema.Array(item).annotations({ [Mark]: readable }))

const readable: Readable = { makeReader: listReader.of }

/**
 * One of the values that the service is known to send, or any other string: enumerations grow, and a new value must
 * not break decoding. Editors complete the known ones. In a request use `Schema.Literal`, which rejects the others.
 */
export const openEnum = <const Literals extends ReadonlyArray<string>>(
  ...literals: Literals
): Schema.Schema<Literals[number] | (string & {}), string> =>
  Schema.String.annotations({
    examples: [...literals] as never,
    description: `one of ${literals.join(", ")}, or another`,
    [Mark]: { _tag: "Text", known: literals },
  })

/**
 * The same schema with examples of its values, which documents show and synthetic rows are drawn from: a text is one
 * of them, an identifier has the form of one (its digits differ), and a number lies between the least and the greatest,
 * with as many decimals as they have. The schema accepts other values as before.
 */
export const like = <A, I>(
  schema: Schema.Schema<A, I>,
  ...examples: readonly [NoInfer<A>, ...ReadonlyArray<NoInfer<A>>]
): Schema.Schema<A, I> => schema.annotations({ examples })

export { number as Number }
