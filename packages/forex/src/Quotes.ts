/** Historical quotes of a currency pair. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Calendar from "@candela/market/Calendar"
import * as ForexQuote from "@candela/market/ForexQuote"
import * as Tick from "@candela/market/Tick"
import * as Ticker from "@candela/market/Ticker"

const ofPair = {
  /** The pair's ticker, case-sensitive: `C:EURUSD` or `C:EUR-USD`. */
  fxTicker: Ticker.Forex,
}

/** Request for quotes. */
export interface QuotesRequest extends Tick.TicksRequest, Endpoint.RequestOf<typeof ofPair> {}

export const quotes: Tick.Ticks<QuotesRequest, ForexQuote.ForexQuote, typeof ofPair> = Tick.ticks("quotes", {
  calendar: Calendar.forex,
  ticker: ofPair,
  row: ForexQuote.ForexQuote,
  rowField: "participant_timestamp",
  // Quotes of a pair are unlimited. These are the rates of a busy pair and of a usual one, so
  // that most shards fit on a page.
  perSecond: { most: 5, expected: 1 },
  // The date is from the vendor's documentation; the specification has none.
  recordsFrom: "2009-09-25",
})
