/** What the list of tickers and the overview of one say of a ticker alike. @module */
import type * as Endpoint from "@candela/core/Endpoint"
import * as Field from "@candela/core/Field"
import * as Unit from "@candela/core/Unit"
import * as Schema from "effect/Schema"

/** The markets of tickers, as the service names them. */
export const markets = ["stocks", "crypto", "fx", "otc", "indices"] as const

/** The fields of {@link Instrument}: spread them into the schema of a row. */
export const fields = {
  /** The ticker, case-sensitive: `AAPL`, `C:EURUSD`, `X:BTCUSD`, `I:SPX`. */
  ticker: Field.required(Schema.String),
  /** The company's registered name; of a currency pair the names of both currencies. */
  name: Field.optional(Schema.String),
  /** The market: `stocks`, `crypto`, `fx` (currency pairs), `otc` (over the counter) or `indices`. */
  market: Field.optional(Field.openEnum(...markets)),
  /** Where it trades: `us` or `global`. */
  locale: Field.optional(Field.openEnum("us", "global")),
  /** The type's code: `CS` (common stock), `ETF`, `ADRC` (depositary receipt). Absent for currency pairs. */
  type: Field.optional(Schema.String),
  /** The listing exchange's market identifier code (ISO 10383): `XNAS`. */
  primary_exchange: Field.optional(Schema.String),
  /** The company's number at the securities regulator (Central Index Key), ten digits: `0000320193`. */
  cik: Field.optional(Unit.Identifier),
  /** The ticker's composite FIGI: one code for all exchanges of a country (Financial Instrument Global Identifier). */
  composite_figi: Field.optional(Unit.Identifier),
  /** The share class's FIGI: one code for all countries. */
  share_class_figi: Field.optional(Unit.Identifier),
  /** When a delisted ticker was delisted, an RFC 3339 date-time; absent for one that is active. */
  delisted_utc: Field.optional(Unit.DateTime),
}

/** What the list of tickers and the overview of one say of a ticker alike. */
export interface Instrument extends Field.Row<typeof fields>, Endpoint.Named {}
