/** Pages of each kind as Effect schemas, with the service's own keys: what a user would write by hand. */
import { Schema } from "effect"

const envelope = { status: Schema.String, request_id: Schema.String, next_url: Schema.optional(Schema.String) }

export const schemaPages = {
  bars: Schema.Struct({
    ...envelope,
    ticker: Schema.String,
    adjusted: Schema.Boolean,
    queryCount: Schema.Number,
    resultsCount: Schema.Number,
    results: Schema.optional(
      Schema.Array(
        Schema.Struct({
          v: Schema.Number,
          vw: Schema.optional(Schema.Number),
          o: Schema.Number,
          c: Schema.Number,
          h: Schema.Number,
          l: Schema.Number,
          t: Schema.Number,
          n: Schema.optional(Schema.Number),
        }),
      ),
    ),
  }),
  quotes: Schema.Struct({
    ...envelope,
    results: Schema.Array(
      Schema.Struct({
        ask_exchange: Schema.optional(Schema.Number),
        ask_price: Schema.optional(Schema.Number),
        bid_exchange: Schema.optional(Schema.Number),
        bid_price: Schema.optional(Schema.Number),
        participant_timestamp: Schema.Number,
      }),
    ),
  }),
  dividends: Schema.Struct({
    ...envelope,
    results: Schema.Array(
      Schema.Struct({
        cash_amount: Schema.optional(Schema.Number),
        currency: Schema.optional(Schema.String),
        declaration_date: Schema.optional(Schema.String),
        distribution_type: Schema.String,
        ex_dividend_date: Schema.optional(Schema.String),
        frequency: Schema.optional(Schema.Number),
        pay_date: Schema.optional(Schema.String),
        record_date: Schema.optional(Schema.String),
        ticker: Schema.optional(Schema.String),
      }),
    ),
  }),
}
