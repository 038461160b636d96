/** Candela's decoder of each kind of page. */
import * as Decoder from "@candela/core/Decoder"
import * as Envelope from "@candela/core/Envelope"
import * as Field from "@candela/core/Field"
import * as Bar from "@candela/market/Bar"
import * as ForexQuote from "@candela/market/ForexQuote"
import { Schema } from "effect"
import type { Kind } from "../pages/pages.js"

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

const rows = { bars: Bar.Bar, quotes: ForexQuote.ForexQuote, dividends: Dividend }

/** A decoder, with or without code generated from strings. */
export const decoderOf = (kind: Kind, codeGeneration: boolean) => {
  const row: Schema.Schema<object, object> = rows[kind] as never
  const decoder = Decoder.list({ envelope: Envelope.List, row, at: "results" })
  return codeGeneration ? decoder : decoder.withoutCodeGeneration
}
