/** Candela's decoder: from the bytes of a page to rows or columns, checked and renamed. */
import * as Decoder from "@candela/core/declare/Decoder"
import * as Envelope from "@candela/core/declare/Envelope"
import * as Field from "@candela/core/declare/Field"
import * as Bar from "@candela/market/Bar"
import * as ForexQuote from "@candela/market/ForexQuote"
import { StockTrade } from "@candela/stocks/Trades"
import { Either, Schema } from "effect"
import { repeated, type Trial } from "../../Contender.js"
import { checkColumns, checkRows, type Kind, type PageInput, pageOf } from "./pages.js"

const Dividend = Field.struct({
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

const schemas = { bars: Bar.Bar, quotes: ForexQuote.ForexQuote, trades: StockTrade, dividends: Dividend }

/** The decoder of a kind of page, with or without code generated from strings. */
export const decoderOf = (kind: Kind, codeGeneration: boolean) => {
  const row: Schema.Schema<object, object> = schemas[kind] as never
  const decoder = Decoder.list({ envelope: Envelope.List, row, at: "results" })
  return codeGeneration ? decoder : decoder.withoutCodeGeneration
}

/** A page, and whether the decoder may generate code. */
export type DecodeInput = PageInput & { readonly codeGeneration: boolean }

/** To columns. */
export const columns: Trial<DecodeInput> = async (input) => {
  const { bytes } = pageOf(input)
  const decoder = decoderOf(input.kind, input.codeGeneration)
  return repeated(
    () => Either.getOrThrow(decoder.columns(bytes)).rows,
    (columns) => checkColumns(input, columns),
  )
}

/** To row objects. */
export const rows: Trial<DecodeInput> = async (input) => {
  const { bytes } = pageOf(input)
  const decoder = decoderOf(input.kind, input.codeGeneration)
  return repeated(
    () => Either.getOrThrow(decoder.rows(bytes)).rows,
    (rows) => checkRows(input, rows),
  )
}
