/**
 * Request parameters: what a caller may write, the one value that a handler receives, and the text on the wire.
 *
 * A parameter holds two schemas that meet in the canonical value: `input` reads what a person has at hand (`"2024-01-31"`, a `Date`, an
 * Effect `DateTime`), `wire` is the text in the URL. The client goes from input to text, the sandbox from text to value.
 *
 * @module
 */
import * as DateTime from "effect/DateTime"
import { identity } from "effect/Function"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { epochNanos, isDate, isDateTime } from "./internal/request/calendar.js"
import * as Kind from "./Kind.js"

/** The type id of {@link Param}. */
export const TypeId: unique symbol = Symbol.for("@candela/core/Param")
/** The type id of {@link Param}. */
export type TypeId = typeof TypeId

/** Whether a request must carry the parameter, may leave it out, or may leave it out because the service has a default. */
export type Presence = "required" | "optional" | "defaulted"

/** Comparison of a filter's field with the parameter's value. */
export type Operator = "eq" | "gt" | "gte" | "lt" | "lte" | "any_of" | "all_of"

/** Which rows a parameter lets through. */
export interface Filter {
  /** The field of the rows. */
  readonly field: string
  /** Comparison of the field. */
  readonly operator: Operator
}

/** The error that a refused value gives. */
export type Refusal = "InvalidRequest" | "BadResolution"

/** The types of a parameter or a filter. They exist for the compiler alone. */
export interface Types<out Input, out Value, out Comparison = never, out Several = never> {
  /** Type of what a caller may write. */
  readonly input: Input
  /** Type of what a handler receives. */
  readonly value: Value
  /** The operators of a filter that compare with one value. */
  readonly comparison: Comparison
  /** The operators of a filter that compare with several values. */
  readonly several: Several
}

/** A request parameter. `Input` is what a caller may write, `Value` what a handler receives. */
export interface Param<Input, Value, P extends Presence = Presence> {
  readonly [TypeId]: Types<Input, Value>
  /** From what a caller may write to the canonical value. */
  readonly input: Schema.Schema<Value, Input>
  /** From the text in the URL to the canonical value. */
  readonly wire: Schema.Schema<Value, string>
  /** Kind of the parameter. */
  readonly kind: Kind.Kind
  /** Whether a request must carry it. */
  readonly presence: P
  /** The value that the service takes when the parameter is left out. */
  readonly default: Value | undefined
  /** Which rows it lets through; absent where it is no filter on a field of the rows. */
  readonly filter: Filter | undefined
  /** Whether it may stand in a URL several times, which adds up: `tickers=A&tickers=B` is `tickers=A,B`. */
  readonly repeatable: boolean
  /** Whether an empty text is as if the parameter were left out. */
  readonly blank: boolean
  /** The error that a refused value gives. */
  readonly refusal: Refusal
}

/** A required parameter. */
export type Required<Input, Value = Input> = Param<Input, Value, "required">
/** A parameter that may be left out. */
export type Optional<Input, Value = Input> = Param<Input, Value, "optional">
/** A parameter that may be left out because the service has a default. */
export type Defaulted<Input, Value = Input> = Param<Input, Value, "defaulted">
/** A parameter that holds the size of a page. */
export interface Limit extends Defaulted<number> {
  readonly kind: Kind.Limit
}
/** Any parameter: the bound of a type parameter. */
// oxlint-disable-next-line typescript/no-explicit-any -- the bound of a type parameter: its types are invariant, so `unknown` would refuse everything
export type Any<P extends Presence = Presence> = Param<any, any, P>

/**
 * A calendar date: `"2024-01-31"`, a `Date` or a `DateTime.Utc` (their UTC date), or a `DateTime.Zoned` (its own date). The UTC date of an evening in
 * New York is the next day.
 */
export type DateInput = string | globalThis.Date | DateTime.DateTime
/** A date (`"2024-01-31"`) or an instant: an RFC 3339 text (`"2024-01-31T09:30:00Z"`), a `Date` or an Effect `DateTime`. */
export type DateTimeInput = string | globalThis.Date | DateTime.DateTime
/**
 * A date (`"2024-01-31"`: the whole day) or an instant: an RFC 3339 text (`"2024-01-31T09:30:00Z"`, to the millisecond), epoch milliseconds, a `Date` or an
 * Effect `DateTime`. A `Date` is an instant here, never a day: `new Date("2024-01-31")` is midnight UTC, and as an upper bound it leaves that day out.
 */
export type MillisInput = string | number | globalThis.Date | DateTime.DateTime
/**
 * A date (`"2024-01-31"`: the whole day) or an instant: an RFC 3339 text (`"2024-01-31T09:30:00.123456789Z"`, exact to the nanosecond), epoch nanoseconds, a
 * `Date` or an Effect `DateTime`. A `Date` is an instant here, never a day: `new Date("2024-01-31")` is midnight UTC, and as an upper bound it leaves that
 * day out.
 */
export type NanosInput = string | bigint | globalThis.Date | DateTime.DateTime

/** A required parameter: what it is, how a caller writes it, and its text in a URL. The others here are made by it. */
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

/** The same parameter, free to be left out. */
export const optional = <Input, Value>(self: Required<Input, Value>): Optional<Input, Value> => ({
  ...self,
  presence: "optional",
})

/** The same parameter, free to be left out: the service then takes `value`. */
export const withDefault = <Input, Value>(
  self: Required<Input, Value>,
  value: NoInfer<Value>,
): Defaulted<Input, Value> => ({ ...self, presence: "defaulted", default: value })

/** The same parameter as a filter on a field of the rows. */
export const asFilter = <Input, Value>(
  self: Required<Input, Value>,
  field: string,
  operator: Operator,
): Optional<Input, Value> => ({ ...self, presence: "optional", filter: { field, operator } })

/** The same parameter, whose empty text is as if it were left out. */
export const orBlank = <Input, Value>(self: Optional<Input, Value>): Optional<Input | "", Value> => ({
  ...(self as Optional<Input | "", Value>),
  blank: true,
})

/** The same parameter, which may stand in a URL several times: the values add up. */
export const repeatable = <Input, Value, P extends Presence>(
  self: Param<ReadonlyArray<Input>, ReadonlyArray<Value>, P>,
): Param<ReadonlyArray<Input>, ReadonlyArray<Value>, P> => ({ ...self, repeatable: true })

/** The same parameter, whose refused values give another error. */
export const refusedAs = <Input, Value, P extends Presence>(
  self: Param<Input, Value, P>,
  refusal: Refusal,
): Param<Input, Value, P> => ({ ...self, refusal })

/** A schema of texts that `pattern` matches, read by `read` and written by `write`. */
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

/** A text that a pattern matches; `expected` says what it is, in words that end the sentence "must be ...". */
export const text = (pattern: RegExp, expected: string): Required<string> =>
  matching({ _tag: "Text", pattern, expected })

/** A ticker of a market: a {@link text}. */
export const ticker = (market: Kind.Market, pattern: RegExp, expected: string): Required<string> =>
  matching({ _tag: "Ticker", market, pattern, expected })

/** A text that is not empty. */
const string: Required<string> = /* @__PURE__ */ text(/[\s\S]/, "a text that is not empty")

/** A finite number. */
const number: Required<number> = /* @__PURE__ */ make(
  { _tag: "Number" },
  Schema.Finite,
  /* @__PURE__ */ fromText(/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/, Schema.Finite, Number, String),
)

/** `true` or `false`; a text in a URL is read in any case, and written in lower case. */
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

/** The size of a page: the service's default, and the most that it gives. `.stream` asks for the most. */
export const limit = ({ default: size, max }: { readonly default: number; readonly max: number }): Limit =>
  withDefault(wholeNumber({ _tag: "Limit", max }, 1, max), size) as Limit

/** Where the rows begin: after those that the caller has already. */
export const cursor = <Input, Value>(self: Required<Input, Value>): Optional<Input, Value> => ({
  ...optional(self),
  kind: { _tag: "Cursor", of: self.kind },
})

/** One of several words. */
const oneOf = <const L extends ReadonlyArray<string>>(kind: Kind.Kind, values: L): Required<L[number]> => {
  const schema: Schema.Schema<L[number], string> = Schema.String.pipe(
    Schema.filter((value): value is L[number] => values.includes(value)),
  )
  return make(kind, Schema.typeSchema(schema), schema)
}

/** One of the given texts. */
export const literal = <const L extends ReadonlyArray<string>>(...values: L): Required<L[number]> =>
  oneOf({ _tag: "OneOf", values }, values)

/** A direction of sorting. */
export type Direction = "asc" | "desc"

/** The direction in which rows are sorted, with the service's default: by time for bars, elsewhere by the column of {@link sortColumn}. */
export const order = (direction: Direction): Defaulted<Direction> =>
  withDefault(oneOf({ _tag: "Order" }, Kind.directions), direction)

/** The column that rows are sorted by, of an older list endpoint: {@link order} stands beside it. */
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
 * A date or an instant as people hold it: a `Date` or a `DateTime` is read by `ofInstant`, a text by `ofText`, and any other value is left to the wire's schema
 * to judge.
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

/** A date as it is written, the instant of a date-time, or nothing. */
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
  // `NaN` is refused: a finer instant would have to be rounded.
  /* @__PURE__ */ dateOr((nanos) => (nanos % 1_000_000n === 0n ? Number(nanos / 1_000_000n) : NaN)),
)

/** A date or an instant. A handler receives `"yyyy-mm-dd"`, or epoch nanoseconds as a `bigint`. */
const dateOrNanos: Required<NanosInput, string | bigint> = /* @__PURE__ */ temporal(
  { _tag: "Instant", unit: "nanos" },
  /* @__PURE__ */ Schema.Union(DateText, NanosText),
  (instant) => BigInt(DateTime.toEpochMillis(instant)) * 1_000_000n,
  /* @__PURE__ */ dateOr((nanos) => nanos),
)

/** Several values, comma-separated on the wire, at most `max` of them. A value cannot hold a comma. */
export const list = <Input, Value>(
  item: Required<Input, Value>,
  max?: number,
): Required<ReadonlyArray<Input>, ReadonlyArray<Value>> => {
  const fits = (items: ReadonlyArray<unknown>) => items.length > 0 && items.length <= (max ?? Infinity)
  const write = Schema.encodeSync(item.wire)
  const values = Schema.Array(Schema.typeSchema(item.wire)).pipe(
    Schema.filter((items) => fits(items) && items.every((value) => !write(value).includes(","))),
  )
  const texts = Schema.transform(Schema.String, Schema.Array(item.wire), {
    strict: true,
    decode: (line) => line.split(","),
    encode: (items) => items.join(","),
  })
  const input = Schema.Array(item.input).pipe(Schema.compose(values, { strict: false }))
  return make(
    { _tag: "List", item: item.kind, max },
    input as unknown as Schema.Schema<ReadonlyArray<Value>, ReadonlyArray<Input>>,
    texts.pipe(Schema.compose(values)),
  )
}

/** A column of a `sort`, alone (in the endpoint's default direction) or with its direction. */
export type SortColumn<Column extends string> = Column | `${Column}.asc` | `${Column}.desc`

/** One column of an ordering, as a handler receives it. */
export interface SortKey<Column extends string> {
  /** Name of the column. */
  readonly column: Column
  /** Ascending or descending. */
  readonly direction: Direction
}

/** The ordering of a newer list endpoint: columns, each with `.asc` or `.desc`, the first one counting most. */
export const sort = <const C extends ReadonlyArray<string>>(options: {
  readonly columns: C
  readonly default: readonly [column: NoInfer<C[number]>, direction: Direction]
}): Defaulted<SortColumn<C[number]> | ReadonlyArray<SortColumn<C[number]>>, ReadonlyArray<SortKey<C[number]>>> => {
  type Key = SortKey<C[number]>
  type Input = SortColumn<C[number]> | ReadonlyArray<SortColumn<C[number]>>
  const { columns } = options
  const [column, direction] = options.default
  const read = (word: string): Key => {
    const [, name = word, suffix = direction] = /^(.*)\.(asc|desc)$/.exec(word) ?? []
    return { column: name, direction: suffix as Key["direction"] }
  }
  const known = (word: string) => columns.includes(read(word).column)
  const write = (key: Key) => `${key.column}.${key.direction}`
  const Keys: Schema.Schema<ReadonlyArray<Key>> = Schema.Array(
    Schema.Struct({ column: Schema.String, direction: Schema.Literal(...Kind.directions) }),
  )
  const line = Schema.transform(Schema.String.pipe(Schema.filter((words) => words.split(",").every(known))), Keys, {
    strict: true,
    decode: (words) => words.split(",").map(read),
    encode: (keys) => keys.map(write).join(","),
  })
  const several = Schema.transform(
    Schema.Array(Schema.String.pipe(Schema.filter(known))).pipe(Schema.minItems(1)),
    Keys,
    {
      strict: true,
      decode: (words) => words.map(read),
      encode: (keys) => keys.map(write),
    },
  )
  const param = make<Input, ReadonlyArray<Key>>(
    { _tag: "Sort", columns, directed: true },
    Schema.Union(line, several) as unknown as Schema.Schema<ReadonlyArray<Key>, Input>,
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
