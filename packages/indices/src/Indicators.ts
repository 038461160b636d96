/** Technical indicators of an index. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Param from "@candela/core/declare/Param"
import * as Indicator from "@candela/market/Indicator"
import * as Market from "@candela/market/Market"
import * as Ticker from "@candela/market/Ticker"

const ofIndex = {
  /**
   * The index's ticker, case-sensitive: `I:SPX`.
   *
   * @example "I:SPX"
   */
  indicesTicker: Ticker.Index,
  /** Whether the bars are adjusted for splits. Without effect: an index has none. */
  adjusted: /* @__PURE__ */ Param.withDefault(Param.Boolean, true),
}

/** Request for simple moving averages. */
export interface SmaRequest extends Indicator.AverageRequest, Endpoint.RequestOf<typeof ofIndex> {}

/** Request for exponential moving averages. */
export interface EmaRequest extends Indicator.AverageRequest, Endpoint.RequestOf<typeof ofIndex> {}

/** Request for relative strength indices. */
export interface RsiRequest extends Indicator.RsiRequest, Endpoint.RequestOf<typeof ofIndex> {}

/** Request for moving average convergences/divergences. */
export interface MacdRequest extends Indicator.MacdRequest, Endpoint.RequestOf<typeof ofIndex> {}

export const indicators: Indicator.Indicators<
  typeof ofIndex,
  SmaRequest,
  EmaRequest,
  RsiRequest,
  MacdRequest,
  Indicator.UnderlyingLevels
> = /* @__PURE__ */ Indicator.ofIndices(Market.stocks, ofIndex)
