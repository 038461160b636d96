/** Technical indicators of an option contract. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Param from "@candela/core/declare/Param"
import * as Indicator from "@candela/market/Indicator"
import * as Market from "@candela/market/Market"
import * as Ticker from "@candela/market/Ticker"

const ofContract = {
  /**
   * The contract's ticker, case-sensitive: `O:SPY251219C00650000`.
   *
   * @example "O:AAPL250620C00200000"
   */
  optionsTicker: Ticker.Option,
  /** Whether the bars are adjusted for splits of the underlying stock. */
  adjusted: /* @__PURE__ */ Param.withDefault(Param.Boolean, true),
}

/** Request for simple moving averages. */
export interface SmaRequest extends Indicator.AverageRequest, Endpoint.RequestOf<typeof ofContract> {}

/** Request for exponential moving averages. */
export interface EmaRequest extends Indicator.AverageRequest, Endpoint.RequestOf<typeof ofContract> {}

/** Request for relative strength indices. */
export interface RsiRequest extends Indicator.RsiRequest, Endpoint.RequestOf<typeof ofContract> {}

/** Request for moving average convergences/divergences. */
export interface MacdRequest extends Indicator.MacdRequest, Endpoint.RequestOf<typeof ofContract> {}

export const indicators: Indicator.Indicators<typeof ofContract, SmaRequest, EmaRequest, RsiRequest, MacdRequest> =
  /* @__PURE__ */ Indicator.indicators(Market.stocks, ofContract)
