/** Candela's decoder of each kind of page. */
import * as Decoder from "@candela/core/Decoder"
import * as Envelope from "@candela/core/Envelope"
import * as Field from "@candela/core/Field"
import { Schema } from "effect"
import type { Kind } from "./pages.js"

const Dividend = Schema.Struct({
  cash_amount: Field.optional(Schema.Number),
  currency: Field.optional(Schema.String),
  declaration_date: Field.optional(Schema.String),
  distribution_type: Field.required(Schema.String),
  ex_dividend_date: Field.optional(Schema.String),
  frequency: Field.optional(Schema.Number),
  pay_date: Field.optional(Schema.String),
  record_date: Field.optional(Schema.String),
  ticker: Field.optional(Schema.String),
})

const Bar = Schema.Struct({
  open: Field.required(Schema.Number, "o"),
  high: Field.required(Schema.Number, "h"),
  low: Field.required(Schema.Number, "l"),
  close: Field.required(Schema.Number, "c"),
  volume: Field.required(Schema.Number, "v"),
  vwap: Field.optional(Schema.Number, "vw"),
  timestamp: Field.required(Schema.Number, "t"),
  transactions: Field.optional(Schema.Number, "n"),
})

const ForexQuote = Schema.Struct({
  ask_exchange: Field.optional(Schema.Number),
  ask_price: Field.optional(Schema.Number),
  bid_exchange: Field.optional(Schema.Number),
  bid_price: Field.optional(Schema.Number),
  participant_timestamp: Field.required(Field.Int64),
})

const rows = { bars: Bar, quotes: ForexQuote, dividends: Dividend }

/** A decoder, with or without code generated from strings. */
export const decoderOf = (kind: Kind, codeGeneration: boolean) => {
  const row: Schema.Schema<object, object> = rows[kind] as never
  const decoder = Decoder.list({ envelope: Envelope.List, row, at: "results" })
  return codeGeneration ? decoder : decoder.withoutCodeGeneration
}
