/** Aggregate bars of an option contract over a time range, and of the previous day. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Bars from "@candela/market/Bars"
import * as Calendar from "@candela/market/Calendar"
import * as Ticker from "@candela/market/Ticker"

const ofContract = {
  /** The contract's ticker, case-sensitive: `O:AAPL250718C00200000`. */
  optionsTicker: Ticker.Option,
}

/** Request for bars. */
export interface BarsRequest extends Bars.BarsRequest, Endpoint.RequestOf<typeof ofContract> {}

export const bars: Bars.Bars<BarsRequest, typeof ofContract> = /* @__PURE__ */ Bars.bars({
  calendar: Calendar.stocks,
  ticker: ofContract,
  // The vendor's documentation: no contract has older records.
  recordsFrom: "2014-06-02",
  seldom: true,
})

/** Request for a contract's previous day. */
export interface PreviousDayBarRequest extends Bars.PreviousDayBarRequest, Endpoint.RequestOf<typeof ofContract> {}

export const previousDayBar: Bars.PreviousDay<PreviousDayBarRequest, typeof ofContract> =
  /* @__PURE__ */ Bars.previousDay(ofContract, { seldom: true })
