/** Fields common to the list of tickers and the overview of one ticker. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Schema from "effect/Schema"

/** Markets of tickers, by the service's names. */
export const markets = ["stocks", "crypto", "fx", "otc", "indices"] as const

/** The fields of {@link Instrument}: spread them into the schema of a row. */
export const fields = {
  /** The ticker, case-sensitive: `AAPL`, `C:EURUSD`, `X:BTCUSD`, `I:SPX`. */
  ticker: Field.required(Schema.String),
  /** Registered name of the company; for a currency pair the names of both currencies. */
  name: Field.optional(Schema.String),
  /** Market of the ticker: `stocks`, `crypto`, `fx` (currency pairs), `otc` (over the counter) or `indices`. */
  market: Field.optional(Field.openEnum(...markets)),
  /** Trading region: `us` or `global`. */
  locale: Field.optional(Field.openEnum("us", "global")),
  /** Code of the type: `CS` (common stock), `ETF`, `ADRC` (depositary receipt). Absent for currency pairs. */
  type: Field.optional(Schema.String),
  /** Market identifier code (ISO 10383) of the listing exchange: `XNAS`. */
  primary_exchange: Field.optional(Schema.String),
  /** Central Index Key of the company at the securities regulator, ten digits: `0000320193`. */
  cik: Field.optional(Unit.Identifier),
  /** Composite FIGI of the ticker: one code for all exchanges of a country (Financial Instrument Global Identifier). */
  composite_figi: Field.optional(Unit.Identifier),
  /** FIGI of the share class: one code for all countries. */
  share_class_figi: Field.optional(Unit.Identifier),
  /** Time of the delisting, an RFC 3339 date-time; absent for an active ticker. */
  delisted_utc: Field.optional(Unit.DateTime),
}

/** Fields common to the list of tickers and the overview of one ticker. */
export interface Instrument extends Field.Row<typeof fields>, Endpoint.Named {}
