/** Technical indicators of a stock. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Param from "@candela/core/declare/Param"
import * as Indicator from "@candela/market/Indicator"
import * as Market from "@candela/market/Market"
import * as Ticker from "@candela/market/Ticker"

const ofStock = {
  /**
   * The stock's ticker, case-sensitive: `AAPL`, `BRK.A`.
   *
   * @example "AAPL"
   */
  stockTicker: Ticker.Stock,
  /** Whether the bars are adjusted for splits: otherwise a split moves the values as a price would. */
  adjusted: /* @__PURE__ */ Param.withDefault(Param.Boolean, true),
}

/** Request for simple moving averages. */
export interface SmaRequest extends Indicator.AverageRequest, Endpoint.RequestOf<typeof ofStock> {}

/** Request for exponential moving averages. */
export interface EmaRequest extends Indicator.AverageRequest, Endpoint.RequestOf<typeof ofStock> {}

/** Request for relative strength indices. */
export interface RsiRequest extends Indicator.RsiRequest, Endpoint.RequestOf<typeof ofStock> {}

/** Request for moving average convergences/divergences. */
export interface MacdRequest extends Indicator.MacdRequest, Endpoint.RequestOf<typeof ofStock> {}

export const indicators: Indicator.Indicators<typeof ofStock, SmaRequest, EmaRequest, RsiRequest, MacdRequest> =
  /* @__PURE__ */ Indicator.indicators(Market.stocks, ofStock)
