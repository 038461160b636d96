/** Trades and quotes of an option contract, and its last trade. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Calendar from "@candela/market/Calendar"
import * as Instant from "@candela/market/Instant"
import * as LastTick from "@candela/market/LastTick"
import * as Quote from "@candela/market/Quote"
import * as Tick from "@candela/market/Tick"
import * as Ticker from "@candela/market/Ticker"
import * as Trade from "@candela/market/Trade"

/** A trade of an option contract. Prices in dollars for one share of the underlying, sizes in contracts. */
export interface OptionTrade extends Trade.ConsolidatedTrade, Endpoint.Named {}

/** Schema of {@link OptionTrade}, and `OptionTrade.dateTime(trade)`: its `sip_timestamp` as an Effect `DateTime`. */
export const OptionTrade: Field.SchemaOf<OptionTrade, typeof Trade.consolidatedFields> &
  Instant.Reader<OptionTrade, "sip_timestamp", "participant_timestamp"> = Instant.readable(
  Field.struct(Trade.consolidatedFields, "OptionTrade"),
  "sip_timestamp",
  "participant_timestamp",
)

/** A quote of an option contract. Prices in dollars for one share of the underlying, sizes in contracts. */
export interface OptionQuote extends Quote.ConsolidatedQuote, Endpoint.Named {}

/** Schema of {@link OptionQuote}, and `OptionQuote.dateTime(quote)`: its `sip_timestamp` as an Effect `DateTime`. */
export const OptionQuote: Field.SchemaOf<OptionQuote, typeof Quote.fields> &
  Instant.Reader<OptionQuote, "sip_timestamp"> = Instant.readable(
  Field.struct(Quote.fields, "OptionQuote"),
  "sip_timestamp",
)

const ofContract = {
  /** The contract's ticker, case-sensitive: `O:SPY251219C00650000`. */
  optionsTicker: Ticker.Any,
}

const shared = { calendar: Calendar.stocks, ticker: ofContract, rowField: "sip_timestamp", always: false }

/** Request for trades. */
export interface TradesRequest extends Tick.TicksRequest, Endpoint.RequestOf<typeof ofContract> {}

export const trades: Tick.Ticks<TradesRequest, OptionTrade, typeof ofContract> = Tick.ticks("trades", {
  ...shared,
  row: OptionTrade,
  // Of the busiest contracts, and of a usual one.
  perSecond: { most: 10, expected: 0.1 },
  // The date is from the vendor's documentation.
  recordsFrom: "2014-06-02",
})

/** Request for quotes. */
export interface QuotesRequest extends Tick.TicksRequest, Endpoint.RequestOf<typeof ofContract> {}

export const quotes: Tick.Ticks<QuotesRequest, OptionQuote, typeof ofContract> = Tick.ticks("quotes", {
  ...shared,
  row: OptionQuote,
  // Of the busiest contracts, and of a usual one.
  perSecond: { most: 50, expected: 5 },
  // The date is from the vendor's documentation.
  recordsFrom: "2022-03-07",
})

/** Request for a contract's last trade. */
export interface LastTradeRequest extends Endpoint.RequestOf<typeof ofContract>, Endpoint.Named {}

export const lastTrade: LastTick.LastTrade<LastTradeRequest, typeof ofContract> = LastTick.lastTrade(ofContract)
