/** Row schemas that between them have every feature of a row. */
import * as Field from "@candela/core/declare/Field"
import { Schema } from "effect"

export const bar = {
  volume: Field.required(Schema.Number, "v"),
  vwap: Field.optional(Schema.Number, "vw"),
  open: Field.required(Schema.Number, "o"),
  close: Field.required(Schema.Number, "c"),
  high: Field.required(Schema.Number, "h"),
  low: Field.required(Schema.Number, "l"),
  timestamp: Field.required(Schema.Number, "t"),
  transactions: Field.optional(Schema.Number, "n"),
  otc: Field.optional(Schema.Boolean),
}

export const Bar = Field.struct(bar)

export const Quote = Field.struct({
  ask_exchange: Field.optional(Schema.Number),
  ask_price: Field.optional(Schema.Number),
  bid_exchange: Field.optional(Schema.Number),
  bid_price: Field.optional(Schema.Number),
  participant_timestamp: Field.required(Field.Int64),
})

export const Dividend = Field.struct({
  cash_amount: Field.required(Schema.Number),
  currency: Field.optional(Schema.String),
  declaration_date: Field.optional(Schema.String),
  distribution_type: Field.optional(Field.openEnum("recurring", "special", "supplemental", "irregular", "unknown")),
  ex_dividend_date: Field.required(Schema.String),
  frequency: Field.optional(Schema.Number),
  id: Field.required(Field.Id),
  pay_date: Field.optional(Schema.String),
  record_date: Field.optional(Schema.String),
  ticker: Field.required(Schema.String),
})

/** A bar of one of many tickers. */
export const DailySummary = Field.struct({ ticker: Field.required(Schema.String, "T"), ...bar })

/** More fields than a 32-bit mask holds. */
export const Wide = Field.struct(
  Object.fromEntries(
    Array.from({ length: 38 }, (_, i) => [
      `line_${i}`,
      i % 7 === 6 ? Field.optional(Field.Int64) : Field.optional(Schema.Number),
    ]),
  ),
)

/** Every feature of a row that is scanned. */
export const Figures = Field.struct({
  number: Field.required(Schema.Number, "n"),
  integer: Field.required(Schema.Int, "i"),
  positive: Field.optional(Schema.Number.pipe(Schema.positive()), "p"),
  exact: Field.required(Field.Int64, "x"),
  exactPositive: Field.optional(Field.Int64.pipe(Schema.positiveBigInt()), "xp"),
  flag: Field.required(Schema.Boolean, "b"),
  flagOptional: Field.optional(Schema.Boolean, "bo"),
  plain: Field.required(Schema.Number),
  'odd key\n"': Field.optional(Schema.Number, 'odd \\ "é'),
  text: Field.required(Schema.String, "s"),
  side: Field.optional(Schema.Literal("buy", "sell")),
  codes: Field.optional(Field.numbers(Schema.Number), "c"),
  id: Field.optional(Field.Id),
  more: Field.optional(Schema.Number),
  last: Field.optional(Schema.Number),
})

/** Every feature of a row, in one. */
const synthetic = {
  number: Field.required(Schema.Number, "n"),
  integer: Field.required(Schema.Int, "i"),
  positive: Field.optional(Schema.Number.pipe(Schema.positive()), "p"),
  exact: Field.required(Field.Int64, "x"),
  exactOptional: Field.optional(Field.Int64, "xo"),
  text: Field.required(Schema.String, "s"),
  short: Field.optional(Schema.String.pipe(Schema.maxLength(4)), "sh"),
  flag: Field.required(Schema.Boolean, "b"),
  flagOptional: Field.optional(Schema.Boolean, "bo"),
  side: Field.optional(Schema.Literal("buy", "sell"), "side"),
  kind: Field.optional(Field.openEnum("stock", "fund")),
  level: Field.optional(Schema.Literal(1, 2, "three", true), "lv"),
  id: Field.optional(Field.Id),
  plain: Field.required(Schema.Number),
  'odd key\n"': Field.optional(Schema.Number, 'odd \\ "é'),
}

export const Synthetic = Field.struct(synthetic)

/** The same and what only rows of values within values have. */
export const Nested = Field.struct({
  ...synthetic,
  nullable: Field.required(Schema.NullOr(Schema.Number), "nu"),
  numbers: Field.required(Schema.Array(Schema.Number), "ns"),
  times: Field.optional(Schema.Array(Field.Int64), "ts"),
  day: Field.optional(Bar),
  last: Field.optional(
    Field.struct({ price: Field.required(Schema.Number, "p"), updated: Field.required(Field.Int64, "t") }),
    "l",
  ),
  legs: Field.optional(
    Schema.Array(Field.struct({ name: Field.required(Schema.String), size: Field.optional(Schema.Number, "z") })),
  ),
})

/** Bars' columns behind a filter that only the schema itself can run, and a field that no layout expresses. */
export const Inexpressible = Field.struct({
  from: Field.required(Schema.NumberFromString),
  to: Field.required(Schema.Number, "t"),
}).pipe(Schema.filter((row) => row.from <= row.to))

export const all: ReadonlyArray<{ readonly name: string; readonly row: Schema.Schema.AnyNoContext }> = [
  { name: "Bar", row: Bar },
  { name: "Quote", row: Quote },
  { name: "Dividend", row: Dividend },
  { name: "DailySummary", row: DailySummary },
  { name: "Wide", row: Wide },
  { name: "Figures", row: Figures },
  { name: "Synthetic", row: Synthetic },
  { name: "Nested", row: Nested },
  { name: "Inexpressible", row: Inexpressible },
]

/** What stands beside the rows in the object that holds them. */
export const Beside = Field.struct({
  underlying: Field.required(
    Field.struct({
      url: Field.required(Schema.String),
      updated: Field.optional(Field.Int64, "u"),
      aggregates: Field.optional(Schema.Array(Quote)),
    }),
  ),
  delayed: Field.optional(Schema.Boolean),
})

export const Envelope = Field.struct({
  status: Field.required(Schema.String),
  request_id: Field.optional(Schema.Union(Schema.String, Schema.Number)),
  next_url: Field.optional(Schema.String),
})
