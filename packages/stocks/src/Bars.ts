/** Aggregate bars of a stock over a range of time, and of the previous day. @module */
import type * as Endpoint from "@candela/core/Endpoint"
import * as Bars from "@candela/market/Bars"
import * as Market from "@candela/market/Market"
import * as Ticker from "@candela/market/Ticker"

const ofStock = {
  /** The stock's ticker, case-sensitive: `AAPL`, `BRK.A`. */
  stocksTicker: Ticker.Stock,
}

/** Which bars to request. */
export interface BarsRequest extends Bars.BarsRequest, Endpoint.RequestOf<typeof ofStock> {}

export const bars: Bars.Bars<BarsRequest, typeof ofStock> = /* @__PURE__ */ Bars.bars({
  market: Market.stocks,
  ticker: ofStock,
  // The vendor's documentation names the date, the specification none. A service with older bars (imported ones) gives them all the same.
  recordsFrom: "2003-09-10",
})

/** Which stock's previous day to request. */
export interface PreviousDayBarRequest extends Bars.PreviousDayBarRequest, Endpoint.RequestOf<typeof ofStock> {}

export const previousDayBar: Bars.PreviousDay<PreviousDayBarRequest, typeof ofStock> =
  /* @__PURE__ */ Bars.previousDay(ofStock)
