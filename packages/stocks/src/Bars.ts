/** Aggregate bars of a stock over a time range, and of the previous day. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Bars from "@candela/market/Bars"
import * as Calendar from "@candela/market/Calendar"
import * as Ticker from "@candela/market/Ticker"

const ofStock = {
  /** The stock's ticker, case-sensitive: `AAPL`, `BRK.A`. */
  stocksTicker: Ticker.Stock,
}

/** Request for bars. */
export interface BarsRequest extends Bars.BarsRequest, Endpoint.RequestOf<typeof ofStock> {}

export const bars: Bars.Bars<BarsRequest, typeof ofStock> = /* @__PURE__ */ Bars.bars({
  calendar: Calendar.stocks,
  ticker: ofStock,
  // The date is from the vendor's documentation; the specification has none. Older (imported) bars
  // of a service are returned, too.
  recordsFrom: "2003-09-10",
})

/** Request for a stock's previous day. */
export interface PreviousDayBarRequest extends Bars.PreviousDayBarRequest, Endpoint.RequestOf<typeof ofStock> {}

export const previousDayBar: Bars.PreviousDay<PreviousDayBarRequest, typeof ofStock> =
  /* @__PURE__ */ Bars.previousDay(ofStock)
