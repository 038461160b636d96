/**
 * Request parameters: the caller's input, the canonical value that a handler receives, and the text on the wire.
 *
 * A parameter has two schemas of the canonical value: `input` decodes convenient values (`"2024-01-31"`, a `Date`,
 * an Effect `DateTime`), `wire` the text in the URL. The client converts input to text, the sandbox text to value.
 *
 * @module
 */
import * as DateTime from "effect/DateTime"
import { identity } from "effect/Function"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Filtered from "../internal/request/filtered.js"
import type { Repeat } from "../internal/request/repeat.js"
import { epochNanos, isDate, isDateTime } from "../internal/request/calendar.js"
import * as Kind from "../internal/Kind.js"
import { lazySchema } from "../internal/lazySchema.js"

/** The type id of {@link Param}. */
export const TypeId: unique symbol = Symbol.for("@candela/core/Param")
/** The type id of {@link Param}. */
export type TypeId = typeof TypeId

/** Presence of a parameter in requests: required, optional, or optional with a default of the service. */
export type Presence = "required" | "optional" | "defaulted"

/** Comparison of a filter's field with the parameter's value. */
export type Operator = "eq" | "gt" | "gte" | "lt" | "lte" | "any_of" | "all_of"

/** Rows that pass a parameter. */
export interface Filter {
  /** Field of the rows. */
  readonly field: string
  /** Comparison of the field. */
  readonly operator: Operator
  /** Returns what the rows repeat of the parameter's value, with its name in a URL. */
  readonly repeats: (param: Any, name: string, value: unknown) => ReadonlyArray<Repeat>
  /**
   * Returns, among names of parameters that compare times and numbers, that of one which excludes all rows that
   * this one, `lower`, lets pass.
   */
  readonly excludedBy: (
    params: Readonly<Record<string, Any>>,
    values: Readonly<Record<string, unknown>>,
    lower: string,
    names: ReadonlyArray<string>,
  ) => string | undefined
  /** Returns how to write a value with an operator, where an object of operators was passed; empty for other values. */
  readonly hint: (params: Readonly<Record<string, Any>>, value: unknown) => string
}

/** Error for a rejected value. */
export type Refusal = "InvalidRequest" | "BadResolution"

/** Types of a parameter or a filter, for the compiler only. */
export interface Types<out Input, out Value, out Comparison = never, out Several = never> {
  /** Type of a caller's input. */
  readonly input: Input
  /** Type of a handler's value. */
  readonly value: Value
  /** Operators of a filter that compare with one value. */
  readonly comparison: Comparison
  /** Operators of a filter that compare with several values. */
  readonly several: Several
}

/** A request parameter. `Input` is the type for callers, `Value` that for handlers. */
export interface Param<Input, Value, P extends Presence = Presence> {
  readonly [TypeId]: Types<Input, Value>
  /** Decodes a caller's input to the canonical value. */
  readonly input: Schema.Schema<Value, Input>
  /** Decodes the text in the URL to the canonical value. */
  readonly wire: Schema.Schema<Value, string>
  /** Kind of the parameter. */
  readonly kind: Kind.Kind
  /** Presence in requests. */
  readonly presence: P
  /** Default of the service. */
  readonly default: Value | undefined
  /** Rows that pass the parameter; absent if it does not filter on a field of the rows. */
  readonly filter: Filter | undefined
  /** Whether a URL may repeat it, which adds up: `tickers=A&tickers=B` is `tickers=A,B`. */
  readonly repeatable: boolean
  /** Whether an empty text counts as absent. */
  readonly blank: boolean
  /** Error for a rejected value. */
  readonly refusal: Refusal
}

/** A required parameter. */
export type Required<Input, Value = Input> = Param<Input, Value, "required">
/** An optional parameter. */
export type Optional<Input, Value = Input> = Param<Input, Value, "optional">
/** An optional parameter with a default of the service. */
export type Defaulted<Input, Value = Input> = Param<Input, Value, "defaulted">
/** A page size parameter. */
export interface Limit extends Defaulted<number> {
  readonly kind: Kind.PageSize
}
/** Any parameter: the bound of a type parameter. */
// oxlint-disable-next-line typescript/no-explicit-any -- the bound's types are invariant
export type Any<P extends Presence = Presence> = Param<any, any, P>

/**
 * A calendar date: `"2024-01-31"`, a `Date` or a `DateTime.Utc` (their UTC date), or a
 * `DateTime.Zoned` (its own date). The UTC date of an evening in New York is the next day.
 */
export type DateInput = string | globalThis.Date | DateTime.DateTime
/**
 * A date (`"2024-01-31"`) or an instant: an RFC 3339 text (`"2024-01-31T09:30:00Z"`), a `Date` or an Effect `DateTime`.
 */
export type DateTimeInput = string | globalThis.Date | DateTime.DateTime
/**
 * A date (`"2024-01-31"`: the whole day) or an instant: an RFC 3339 text (`"2024-01-31T09:30:00Z"`, to
 * the millisecond), epoch milliseconds, a `Date` or an Effect `DateTime`. A `Date` is an instant here,
 * never a day: `new Date("2024-01-31")` is midnight UTC, and as an upper bound it excludes that day.
 */
export type MillisInput = string | number | globalThis.Date | DateTime.DateTime
/**
 * A date (`"2024-01-31"`: the whole day) or an instant: an RFC 3339 text (`"2024-01-31T09:30:00.123456789Z"`,
 * exact to the nanosecond), epoch nanoseconds, a `Date` or an Effect `DateTime`. A `Date` is an instant here,
 * never a day: `new Date("2024-01-31")` is midnight UTC, and as an upper bound it excludes that day.
 */
export type NanosInput = string | bigint | globalThis.Date | DateTime.DateTime

/**
 * Makes a required parameter from its kind, the schema of a caller's input, and that of the text in
 * a URL. The others here are built on it.
 */
export const make = <Input, Value>(
  kind: Kind.Kind,
  input: Schema.Schema<Value, Input>,
  wire: Schema.Schema<Value, string>,
): Required<Input, Value> => ({
  [TypeId]: TypeId as never,
  kind,
  input,
  wire,
  presence: "required",
  default: undefined,
  filter: undefined,
  repeatable: false,
  blank: false,
  refusal: "InvalidRequest",
})

/** Makes a parameter optional. */
export const optional = <Input, Value>(self: Required<Input, Value>): Optional<Input, Value> => ({
  ...self,
  presence: "optional",
})

/** Makes a parameter optional: the service's default is `value`. */
export const withDefault = <Input, Value>(
  self: Required<Input, Value>,
  value: NoInfer<Value>,
): Defaulted<Input, Value> => ({ ...self, presence: "defaulted", default: value })

/** Makes a parameter a filter on a field of the rows. */
export const asFilter = <Input, Value>(
  self: Required<Input, Value>,
  field: string,
  operator: Operator,
): Optional<Input, Value> => {
  const filter: Filter = {
    field,
    operator,
    repeats: (...value) => Filtered.repeats(filter, ...value),
    excludedBy: (...request) => Filtered.excludedBy(filter, ...request),
    hint: (...value) => Filtered.hint(filter, ...value),
  }
  return { ...self, presence: "optional", filter }
}

/** Makes an empty text of a parameter count as absent. */
export const orBlank = <Input, Value>(self: Optional<Input, Value>): Optional<Input | "", Value> => ({
  ...(self as Optional<Input | "", Value>),
  blank: true,
})

/** Allows a URL to repeat a parameter: the values add up. */
export const repeatable = <Input, Value, P extends Presence>(
  self: Param<ReadonlyArray<Input>, ReadonlyArray<Value>, P>,
): Param<ReadonlyArray<Input>, ReadonlyArray<Value>, P> => ({ ...self, repeatable: true })

/** Sets the error for rejected values of a parameter. */
export const refusedAs = <Input, Value, P extends Presence, const R extends Refusal>(
  self: Param<Input, Value, P>,
  refusal: R,
): Param<Input, Value, P> & { readonly refusal: R } => ({ ...self, refusal })

/** Schema of texts that match `pattern`, decoded by `read` and encoded by `write`. */
const fromText = <Value>(
  pattern: RegExp,
  value: Schema.Schema<Value>,
  read: (text: string) => Value,
  write: (value: Value) => string,
): Schema.Schema<Value, string> =>
  Schema.transform(Schema.String.pipe(Schema.pattern(pattern)), value, { strict: true, decode: read, encode: write })

const matching = (kind: Kind.Text | Kind.Ticker): Required<string> => {
  const schema = Schema.String.pipe(Schema.pattern(kind.pattern))
  return make(kind, schema, schema)
}

/** A text that matches a pattern; `expected` describes it in words that complete the sentence "must be ...". */
export const text = (pattern: RegExp, expected: string): Required<string> =>
  matching({ _tag: "Text", pattern, expected })

/**
 * A ticker of a market: a {@link text}. `meant` returns what may be meant by a text that is
 * rejected, or finds nothing, for the error or a warning.
 */
export const ticker = (
  market: Kind.Market,
  pattern: RegExp,
  expected: string,
  meant?: (text: string) => string | undefined,
): Required<string> => matching({ _tag: "Ticker", market, pattern, expected, meant })

/** A text that is not empty. */
const string: Required<string> = /* @__PURE__ */ text(/[\s\S]/, "a text that is not empty")

/** A finite number. */
const number: Required<number> = /* @__PURE__ */ make(
  { _tag: "Number" },
  Schema.Finite,
  /* @__PURE__ */ fromText(/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/, Schema.Finite, Number, String),
)

/** `true` or `false`; the text in a URL is case-insensitive, and written in lower case. */
const boolean: Required<boolean> = /* @__PURE__ */ make(
  { _tag: "Boolean" },
  Schema.Boolean,
  // Python clients write `True`.
  /* @__PURE__ */ fromText(/^(true|false)$/i, Schema.Boolean, (value) => value.toLowerCase() === "true", String),
)

const wholeNumber = (kind: Kind.Kind, min: number | undefined, max: number | undefined): Required<number> => {
  const within = Schema.Number.pipe(
    Schema.filter((n) => Number.isSafeInteger(n) && n >= (min ?? -Infinity) && n <= (max ?? Infinity)),
  )
  return make(kind, within, fromText(/^-?\d+$/, within, Number, String))
}

/** A whole number between `min` and `max`, both included. */
export const integer = ({ max, min }: { readonly min?: number; readonly max?: number } = {}): Required<number> =>
  wholeNumber({ _tag: "Integer", min, max }, min, max)

/** Page size: the service's default and maximum. `.stream` requests the maximum. */
export const limit = ({ default: size, max }: { readonly default: number; readonly max: number }): Limit =>
  withDefault(wholeNumber({ _tag: "Limit", max }, 1, max), size) as Limit

/** Start of the rows: after those that the caller already has. */
export const cursor = <Input, Value>(self: Required<Input, Value>): Optional<Input, Value> => ({
  ...optional(self),
  kind: { _tag: "Cursor", of: self.kind },
})

/** One of several words. */
const oneOf = <const L extends ReadonlyArray<string>>(kind: Kind.Kind, values: L): Required<L[number]> => {
  const schema: Schema.Schema<L[number], string> = Schema.Literal(...values)
  return make(kind, Schema.typeSchema(schema), schema)
}

/** One of the given texts. */
export const literal = <const L extends ReadonlyArray<string>>(...values: L): Required<L[number]> =>
  oneOf({ _tag: "OneOf", values }, values)

/** Sort direction. */
export type Direction = "asc" | "desc"

/**
 * Sort direction of the rows, with the service's default: by time for bars, elsewhere by the column
 * of {@link sortColumn}.
 */
export const order = (direction: Direction): Defaulted<Direction> =>
  withDefault(oneOf({ _tag: "Order" }, Kind.directions), direction)

/** Sort column of an older list endpoint, used with {@link order}. */
export const sortColumn = <const C extends ReadonlyArray<string>>(options: {
  readonly columns: C
  readonly default: NoInfer<C[number]>
}): Defaulted<C[number]> =>
  withDefault(oneOf({ _tag: "Sort", columns: options.columns, directed: false }, options.columns), options.default)

const DateText = /* @__PURE__ */ Schema.String.pipe(/* @__PURE__ */ Schema.filter(isDate))
const DateTimeText = /* @__PURE__ */ Schema.String.pipe(
  /* @__PURE__ */ Schema.filter((value) => isDate(value) || isDateTime(value)),
)
const MillisText = /* @__PURE__ */ fromText<number>(/^-?\d{1,16}$/, Schema.Int, Number, String)
const Nanos = /* @__PURE__ */ Schema.BigIntFromSelf.pipe(
  /* @__PURE__ */ Schema.filter((nanos) => BigInt.asIntN(64, nanos) === nanos),
)
const NanosText = /* @__PURE__ */ fromText<bigint>(/^-?\d{1,19}$/, Nanos, (text) => BigInt(text), String)

/**
 * A date or an instant in convenient forms: a `Date` or a `DateTime` is converted by `ofInstant`, a
 * text by `ofText`, and any other value is left to the wire's schema.
 */
const temporal = <Input, Value>(
  kind: Kind.Kind,
  wire: Schema.Schema<Value, string>,
  ofInstant: (instant: DateTime.DateTime) => Value,
  ofText: (text: string) => unknown = identity,
): Required<Input, Value> => {
  const decode = (input: unknown): unknown => {
    if (typeof input === "string") return ofText(input)
    const isInstant = input instanceof globalThis.Date || DateTime.isDateTime(input)
    return isInstant ? Option.match(DateTime.make(input), { onNone: () => input, onSome: ofInstant }) : input
  }
  const input = Schema.transform(Schema.Any, Schema.typeSchema(wire), { strict: false, decode, encode: identity })
  return make(kind, input, wire)
}

/** Returns a date unchanged, the instant of a date-time, or nothing. */
const dateOr =
  <Value>(read: (epochNanos: bigint) => Value) =>
  (text: string): string | Value | undefined => {
    if (isDate(text)) return text
    const nanos = epochNanos(text)
    return nanos === undefined ? undefined : read(nanos)
  }

/** A calendar date. A handler receives `"yyyy-mm-dd"`; the sentinels `0001-01-01` and `9999-12-31` are legal. */
const date: Required<DateInput, string> = /* @__PURE__ */ temporal({ _tag: "Date" }, DateText, DateTime.formatIsoDate)

/** A date or a date-time. A handler receives `"yyyy-mm-dd"` or an RFC 3339 date-time, as text. */
const dateTime: Required<DateTimeInput, string> = /* @__PURE__ */ temporal(
  { _tag: "Instant", unit: "text" },
  DateTimeText,
  DateTime.formatIso,
)

/** A date or an instant. A handler receives `"yyyy-mm-dd"`, or epoch milliseconds as a number. */
const dateOrMillis: Required<MillisInput, string | number> = /* @__PURE__ */ temporal(
  { _tag: "Instant", unit: "millis" },
  /* @__PURE__ */ Schema.Union(DateText, MillisText),
  DateTime.toEpochMillis,
  // `NaN` is rejected: a finer instant would have to be rounded.
  /* @__PURE__ */ dateOr((nanos) => (nanos % 1_000_000n === 0n ? Number(nanos / 1_000_000n) : NaN)),
)

/** A date or an instant. A handler receives `"yyyy-mm-dd"`, or epoch nanoseconds as a `bigint`. */
const dateOrNanos: Required<NanosInput, string | bigint> = /* @__PURE__ */ temporal(
  { _tag: "Instant", unit: "nanos" },
  /* @__PURE__ */ Schema.Union(DateText, NanosText),
  (instant) => BigInt(DateTime.toEpochMillis(instant)) * 1_000_000n,
  /* @__PURE__ */ dateOr((nanos) => nanos),
)

/** Several values, comma-separated on the wire, at most `max` of them. A value cannot contain a comma. */
export const list = <Input, Value>(
  item: Required<Input, Value>,
  max?: number,
): Required<ReadonlyArray<Input>, ReadonlyArray<Value>> => {
  const fits = (items: ReadonlyArray<unknown>) => items.length > 0 && items.length <= (max ?? Infinity)
  const values = lazySchema(() => {
    const write = Schema.encodeSync(item.wire)
    return Schema.Array(Schema.typeSchema(item.wire)).pipe(
      Schema.filter((items) => fits(items) && items.every((value) => !write(value).includes(","))),
    )
  })
  return make(
    { _tag: "List", item: item.kind, max },
    lazySchema(() => Schema.Array(item.input).pipe(Schema.compose(values, { strict: false }))) as never,
    lazySchema(() =>
      Schema.transform(Schema.String, Schema.Array(item.wire), {
        strict: true,
        decode: (line) => line.split(","),
        encode: (items) => items.join(","),
      }).pipe(Schema.compose(values)),
    ),
  )
}

/** A column of a `sort`, alone (in the endpoint's default direction) or with its direction. */
export type SortColumn<Column extends string> = Column | `${Column}.asc` | `${Column}.desc`

/** One column of an ordering, as received by a handler. */
export interface SortKey<Column extends string> {
  /** Name of the column. */
  readonly column: Column
  /** Ascending or descending. */
  readonly direction: Direction
}

/** The ordering of a newer list endpoint: columns, each with `.asc` or `.desc`, most significant first. */
export const sort = <const C extends ReadonlyArray<string>>(options: {
  readonly columns: C
  readonly default: readonly [column: NoInfer<C[number]>, direction: Direction]
}): Defaulted<SortColumn<C[number]> | ReadonlyArray<SortColumn<C[number]>>, ReadonlyArray<SortKey<C[number]>>> => {
  type Key = SortKey<C[number]>
  type Input = SortColumn<C[number]> | ReadonlyArray<SortColumn<C[number]>>
  const { columns } = options
  const [column, direction] = options.default
  const kind = { _tag: "Sort", columns, directed: true } as const
  const words = Kind.words(kind)
  const read = (word: string): Key => {
    const [, name = word, suffix = direction] = /^(.*)\.(asc|desc)$/.exec(word) ?? []
    return { column: name, direction: suffix as Key["direction"] }
  }
  const write = (key: Key) => `${key.column}.${key.direction}`
  const keys = lazySchema<ReadonlyArray<Key>, ReadonlyArray<Key>>(() =>
    Schema.Array(Schema.Struct({ column: Schema.Literal(...columns), direction: Schema.Literal(...Kind.directions) })),
  )
  const isLine = (line: string) => line.split(",").every((word) => words.includes(word))
  const line = lazySchema<ReadonlyArray<Key>, string>(() =>
    Schema.transform(Schema.String.pipe(Schema.filter(isLine)), keys, {
      strict: true,
      decode: (line) => line.split(",").map(read),
      encode: (keys) => keys.map(write).join(","),
    }),
  )
  const several = () =>
    Schema.transform(Schema.Array(Schema.Literal(...words)).pipe(Schema.minItems(1)), keys, {
      strict: true,
      decode: (words) => words.map(read),
      encode: (keys) => keys.map(write),
    })
  const param = make<Input, ReadonlyArray<Key>>(
    kind,
    lazySchema(() => Schema.Union(line, several()) as unknown as Schema.Schema<ReadonlyArray<Key>, Input>),
    line,
  )
  return withDefault(param, [{ column, direction }])
}

export {
  boolean as Boolean,
  date as Date,
  dateTime as DateTime,
  dateOrMillis as DateOrMillis,
  dateOrNanos as DateOrNanos,
  number as Number,
  string as String,
}
