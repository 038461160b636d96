/** Technical indicators of a currency pair. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Param from "@candela/core/declare/Param"
import * as Indicator from "@candela/market/Indicator"
import * as Market from "@candela/market/Market"
import * as Ticker from "@candela/market/Ticker"

const ofPair = {
  /**
   * The pair's ticker, case-sensitive: `C:EURUSD` or `C:EUR-USD`.
   *
   * @example "C:EURUSD"
   */
  fxTicker: Ticker.Forex,
  /** Whether the bars are adjusted for splits. Without effect: currencies have none. */
  adjusted: Param.withDefault(Param.Boolean, true),
}

/** Request for simple moving averages. */
export interface SmaRequest extends Indicator.AverageRequest, Endpoint.RequestOf<typeof ofPair> {}

/** Request for exponential moving averages. */
export interface EmaRequest extends Indicator.AverageRequest, Endpoint.RequestOf<typeof ofPair> {}

/** Request for relative strength indices. */
export interface RsiRequest extends Indicator.RsiRequest, Endpoint.RequestOf<typeof ofPair> {}

/** Request for moving average convergences/divergences. */
export interface MacdRequest extends Indicator.MacdRequest, Endpoint.RequestOf<typeof ofPair> {}

export const indicators: Indicator.Indicators<typeof ofPair, SmaRequest, EmaRequest, RsiRequest, MacdRequest> &
  Indicator.Specified = Indicator.indicators(Market.forex, ofPair)
