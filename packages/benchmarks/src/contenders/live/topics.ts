/** Topics of the synthetic events. */
import * as Field from "@candela/core/declare/Field"
import * as Param from "@candela/core/declare/Param"
import * as Topic from "@candela/core/declare/Topic"
import * as Unit from "@candela/core/declare/Unit"
import * as Schema from "effect/Schema"

const ticker = Field.required(Schema.String, "sym")
const timestamp = Field.required(Unit.EpochMillis, "t")
const numbers = Schema.Array(Schema.Number)

const common = {
  cluster: "stocks",
  ticker: Param.text(/^\w+$/, "a ticker"),
  kind: "log",
  time: ({ timestamp }: { readonly timestamp: number }) => timestamp,
  wildcard: true,
} as const

export const trades = Topic.make({
  ...common,
  code: "T",
  row: Field.struct({
    ticker,
    exchange: Field.required(Unit.Code, "x"),
    id: Field.required(Schema.String, "i"),
    tape: Field.required(Unit.Code, "z"),
    price: Field.required(Unit.Currency, "p"),
    size: Field.required(Unit.Shares, "s"),
    conditions: Field.optional(numbers, "c"),
    timestamp,
    sequence_number: Field.required(Unit.Ordinal, "q"),
  }),
})

export const quotes = Topic.make({
  ...common,
  code: "Q",
  row: Field.struct({
    ticker,
    bid_exchange: Field.optional(Unit.Code, "bx"),
    bid: Field.optional(Unit.Currency, "bp"),
    bid_size: Field.optional(Unit.Shares, "bs"),
    ask_exchange: Field.optional(Unit.Code, "ax"),
    ask: Field.optional(Unit.Currency, "ap"),
    ask_size: Field.optional(Unit.Shares, "as"),
    condition: Field.optional(Unit.Code, "c"),
    indicators: Field.optional(numbers, "i"),
    timestamp,
    sequence_number: Field.optional(Unit.Ordinal, "q"),
    tape: Field.optional(Unit.Code, "z"),
  }),
})

export const bars = Topic.make({
  ...common,
  code: "AM",
  row: Field.struct({
    ticker,
    volume: Field.required(Unit.Volume, "v"),
    day_volume: Field.required(Unit.Volume, "av"),
    official_open: Field.optional(Unit.Currency, "op"),
    vwap: Field.optional(Unit.Currency, "vw"),
    open: Field.required(Unit.Currency, "o"),
    close: Field.required(Unit.Currency, "c"),
    high: Field.required(Unit.Currency, "h"),
    low: Field.required(Unit.Currency, "l"),
    day_vwap: Field.optional(Unit.Currency, "a"),
    average_size: Field.optional(Unit.Shares, "z"),
    timestamp: Field.required(Unit.EpochMillis, "s"),
    end: Field.required(Unit.EpochMillis, "e"),
  }),
})
