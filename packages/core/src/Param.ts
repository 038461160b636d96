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

/** The type id of {@link Param}. */
export const TypeId: unique symbol = Symbol.for("@candela/core/Param")
/** The type id of {@link Param}. */
export type TypeId = typeof TypeId

/** Whether a request must carry the parameter, may leave it out, or may leave it out because the service has a default. */
export type Presence = "required" | "optional" | "defaulted"

/** How a filter compares its field with the parameter's value. */
export type Operator = "eq" | "gt" | "gte" | "lt" | "lte" | "any_of" | "all_of"

/** What a parameter is for. A parameter without a role says what is asked for: a ticker, a window. */
export type Role =
  | { readonly _tag: "Filter"; /** The field of the rows. */ readonly field: string; readonly operator: Operator }
  /** The size of a page. */
  | { readonly _tag: "Limit" }
  /** The columns that the rows are sorted by, with their directions or without. */
  | { readonly _tag: "Sort"; readonly columns: ReadonlyArray<string> }
  /** The direction in which the rows are sorted. */
  | { readonly _tag: "Order" }
  /** Where the rows begin: after those that were already received. */
  | { readonly _tag: "Cursor" }

/** The role of the parameter that holds the size of a page. */
export type LimitRole = Extract<Role, { readonly _tag: "Limit" }>

/** The error that a refused value gives. */
export type Refusal = "InvalidRequest" | "BadResolution"

/** The types of a parameter or a filter. They exist for the compiler alone. */
export interface Types<out Input, out Value, out Comparison = never, out Several = never> {
  /** What a caller may write. */
  readonly input: Input
  /** What a handler receives. */
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
  /** What a caller may write, in words; it ends the sentence "must be ...". */
  readonly expected: string
  /** What is accepted as the text in the URL, in words: what a service says of a request that it refuses. */
  readonly expectedText: string
  /** Whether a request must carry it. */
  readonly presence: P
  /** The value that the service takes when the parameter is left out. */
  readonly default: Value | undefined
  /** The smallest and the largest value of a whole number. */
  readonly bounds: { readonly min: number; readonly max: number } | undefined
  /** The values of an enumeration, in the service's order. */
  readonly values: ReadonlyArray<string> | undefined
  /** What it is for. */
  readonly role: Role | undefined
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
  readonly role: LimitRole
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

const make = <Input, Value>(
  expected: string,
  input: Schema.Schema<Value, Input>,
  wire: Schema.Schema<Value, string>,
  facts: Partial<Pick<Any, "bounds" | "values" | "expectedText">> = {},
): Required<Input, Value> => ({
  [TypeId]: TypeId as never,
  input,
  wire,
  expected,
  expectedText: facts.expectedText ?? expected,
  presence: "required",
  default: undefined,
  bounds: facts.bounds,
  values: facts.values,
  role: undefined,
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
): Optional<Input, Value> => ({ ...self, presence: "optional", role: { _tag: "Filter", field, operator } })

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

/** A text that a pattern matches; `expected` says so in words that end the sentence "must be ...". */
export const text = (pattern: RegExp, expected: string): Required<string> => {
  const schema = Schema.String.pipe(Schema.pattern(pattern))
  return make(expected, schema, schema)
}

/** A text that is not empty. */
const string: Required<string> = /* @__PURE__ */ make(
  "a text that is not empty",
  Schema.NonEmptyString,
  Schema.NonEmptyString,
)

/** A finite number. */
const number: Required<number> = /* @__PURE__ */ make(
  "a finite number",
  Schema.Finite,
  /* @__PURE__ */ fromText(/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/, Schema.Finite, Number, String),
)

/** `true` or `false`; a text in a URL is read in any case, and written in lower case. */
const boolean: Required<boolean> = /* @__PURE__ */ make(
  "true or false",
  Schema.Boolean,
  // Python clients write `True`.
  /* @__PURE__ */ fromText(/^(true|false)$/i, Schema.Boolean, (value) => value.toLowerCase() === "true", String),
)

/** A whole number between `min` and `max`, both included. */
export const integer = (options: { readonly min?: number; readonly max?: number } = {}): Required<number> => {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = options
  const within = Schema.Number.pipe(Schema.filter((n) => Number.isSafeInteger(n) && n >= min && n <= max))
  const range =
    options.max !== undefined ? ` from ${min} to ${max}` : options.min !== undefined ? ` of at least ${min}` : ""
  return make(`a whole number${range}`, within, fromText(/^-?\d+$/, within, Number, String), { bounds: { min, max } })
}

/** The size of a page: the service's default, and the most that it gives. `.stream` asks for the most. */
export const limit = (options: { readonly default: number; readonly max: number }): Limit => ({
  ...withDefault(integer({ min: 1, max: options.max }), options.default),
  role: { _tag: "Limit" },
})

/** Where the rows begin: after those that the caller has already. */
export const cursor = <Input, Value>(self: Required<Input, Value>): Optional<Input, Value> => ({
  ...optional(self),
  role: { _tag: "Cursor" },
})

/** One of the given texts. */
export const literal = <const L extends ReadonlyArray<string>>(...values: L): Required<L[number]> => {
  const schema: Schema.Schema<L[number], string> = Schema.String.pipe(
    Schema.filter((value): value is L[number] => values.includes(value)),
  )
  const expected = `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`
  return make(expected, Schema.typeSchema(schema), schema, { values })
}

/** A direction of sorting. */
export type Direction = "asc" | "desc"

/** The direction in which rows are sorted, with the service's default: by time for bars, elsewhere by the column of {@link sortColumn}. */
export const order = (direction: Direction): Defaulted<Direction> => ({
  ...withDefault(literal("asc", "desc"), direction),
  role: { _tag: "Order" },
})

/** The column that rows are sorted by, of an older list endpoint: {@link order} stands beside it. */
export const sortColumn = <const C extends ReadonlyArray<string>>(options: {
  readonly columns: C
  readonly default: NoInfer<C[number]>
}): Defaulted<C[number]> => ({
  ...withDefault(literal(...options.columns), options.default),
  role: { _tag: "Sort", columns: options.columns },
})

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
 * to judge. The words name the forms beside `Date` and `DateTime`, and those of a text in the URL.
 */
const temporal = <Input, Value>(
  words: readonly [forms: ReadonlyArray<string>, texts: ReadonlyArray<string>],
  wire: Schema.Schema<Value, string>,
  ofInstant: (instant: DateTime.DateTime) => Value,
  ofText: (text: string) => unknown = identity,
): Required<Input, Value> => {
  const [forms, texts] = words
  const decode = (input: unknown): unknown => {
    if (typeof input === "string") return ofText(input)
    const isInstant = input instanceof globalThis.Date || DateTime.isDateTime(input)
    return isInstant ? Option.match(DateTime.make(input), { onNone: () => input, onSome: ofInstant }) : input
  }
  return make(
    `${forms.join(", ")}, a Date or a DateTime`,
    Schema.transform(Schema.Any, Schema.typeSchema(wire), { strict: false, decode, encode: identity }),
    wire,
    { expectedText: texts.join(" or ") },
  )
}

/** A date as it is written, the instant of a date-time, or nothing. */
const dateOr =
  <Value>(read: (epochNanos: bigint) => Value) =>
  (text: string): string | Value | undefined => {
    if (isDate(text)) return text
    const nanos = epochNanos(text)
    return nanos === undefined ? undefined : read(nanos)
  }

const dateWords = 'a date as "yyyy-mm-dd"'
const dateTimeWords = 'an RFC 3339 date-time such as "2025-06-02T09:30:00Z"'

/** A calendar date. A handler receives `"yyyy-mm-dd"`; the sentinels `0001-01-01` and `9999-12-31` are legal. */
const date: Required<DateInput, string> = /* @__PURE__ */ temporal([[dateWords], [dateWords]], DateText, (instant) =>
  DateTime.formatIsoDate(instant),
)

/** A date or a date-time. A handler receives `"yyyy-mm-dd"` or an RFC 3339 date-time, as text. */
const dateTime: Required<DateTimeInput, string> = /* @__PURE__ */ temporal(
  [
    [dateWords, dateTimeWords],
    [dateWords, dateTimeWords],
  ],
  DateTimeText,
  (instant) => DateTime.formatIso(instant),
)

/** A date or an instant. A handler receives `"yyyy-mm-dd"`, or epoch milliseconds as a number. */
const dateOrMillis: Required<MillisInput, string | number> = /* @__PURE__ */ temporal(
  [
    [dateWords, /* @__PURE__ */ dateTimeWords.concat(" (to the millisecond)"), "whole epoch milliseconds"],
    [dateWords, "whole epoch milliseconds"],
  ],
  /* @__PURE__ */ Schema.Union(DateText, MillisText),
  DateTime.toEpochMillis,
  // `NaN` is refused: a finer instant would have to be rounded.
  /* @__PURE__ */ dateOr((nanos) => (nanos % 1_000_000n === 0n ? Number(nanos / 1_000_000n) : NaN)),
)

/** A date or an instant. A handler receives `"yyyy-mm-dd"`, or epoch nanoseconds as a `bigint`. */
const dateOrNanos: Required<NanosInput, string | bigint> = /* @__PURE__ */ temporal(
  [
    [dateWords, dateTimeWords, "epoch nanoseconds as a bigint"],
    [dateWords, "whole epoch nanoseconds"],
  ],
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
  const several = max === undefined ? "values" : `at most ${max} values`
  return make(
    `a list of ${several} without commas, each ${item.expected}`,
    input as unknown as Schema.Schema<ReadonlyArray<Value>, ReadonlyArray<Input>>,
    texts.pipe(Schema.compose(values)),
    {
      values: item.values,
      expectedText: `${max === undefined ? "values" : `at most ${max} values`}, separated by commas, each ${item.expectedText}`,
    },
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
  const [column, direction] = options.default
  const words = options.columns.flatMap((name) => [name, `${name}.asc`, `${name}.desc`])
  const known = (word: string) => words.includes(word)
  const read = (word: string): Key => {
    const [, name = word, suffix = direction] = /^(.*)\.(asc|desc)$/.exec(word) ?? []
    return { column: name, direction: suffix as Key["direction"] }
  }
  const write = (key: Key) => `${key.column}.${key.direction}`
  const Keys: Schema.Schema<ReadonlyArray<Key>> = Schema.Array(
    Schema.Struct({ column: Schema.String, direction: Schema.Literal("asc", "desc") }),
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
  const expected = `columns among ${options.columns.join(", ")}, each alone or with .asc or .desc`
  const param = make<Input, ReadonlyArray<Key>>(
    expected,
    Schema.Union(line, several) as unknown as Schema.Schema<ReadonlyArray<Key>, Input>,
    line,
    { values: words },
  )
  return { ...withDefault(param, [{ column, direction }]), role: { _tag: "Sort", columns: options.columns } }
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
