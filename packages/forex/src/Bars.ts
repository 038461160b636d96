/** Aggregate bars of a currency pair over a time range, and of the previous day. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Bars from "@candela/market/Bars"
import * as Calendar from "@candela/market/Calendar"
import * as Ticker from "@candela/market/Ticker"

const ofPair = {
  /** The pair's ticker, case-sensitive: `C:EURUSD` or `C:EUR-USD`. */
  forexTicker: Ticker.Forex,
}

/** Request for bars. Pairs are never split: `adjusted` changes nothing. */
export interface BarsRequest extends Bars.BarsRequest, Endpoint.RequestOf<typeof ofPair> {}

export const bars: Bars.Bars<BarsRequest, typeof ofPair> = Bars.bars({
  calendar: Calendar.forex,
  ticker: ofPair,
  // The specification has no date. The vendor makes bars of its quotes, which begin on this date.
  recordsFrom: "2009-09-25",
})

/** Request for a pair's previous day. Pairs are never split: `adjusted` changes nothing. */
export interface PreviousDayBarRequest extends Bars.PreviousDayBarRequest, Endpoint.RequestOf<typeof ofPair> {}

export const previousDayBar: Bars.PreviousDay<PreviousDayBarRequest, typeof ofPair> = Bars.previousDay(ofPair)
