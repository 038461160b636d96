/** Aggregate bars of a crypto pair over a time range, and of the previous day. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Bars from "@candela/market/Bars"
import * as Calendar from "@candela/market/Calendar"
import * as Ticker from "@candela/market/Ticker"

const ofPair = {
  /** The pair's ticker, case-sensitive: `X:BTCUSD` or `X:BTC-USD`. */
  cryptoTicker: Ticker.Crypto,
}

/** Request for bars. Pairs are never split: `adjusted` changes nothing. */
export interface BarsRequest extends Bars.BarsRequest, Endpoint.RequestOf<typeof ofPair> {}

export const bars: Bars.Bars<BarsRequest, typeof ofPair> = Bars.bars({
  calendar: Calendar.crypto,
  ticker: ofPair,
  // The specification has no date. No cryptocurrency is older than the first block of Bitcoin.
  recordsFrom: "2009-01-03",
})

/** Request for a pair's previous day. Pairs are never split: `adjusted` changes nothing. */
export interface PreviousDayBarRequest extends Bars.PreviousDayBarRequest, Endpoint.RequestOf<typeof ofPair> {}

export const previousDayBar: Bars.PreviousDay<PreviousDayBarRequest, typeof ofPair> = Bars.previousDay(ofPair)
