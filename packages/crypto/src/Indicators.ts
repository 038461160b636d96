/** Technical indicators of a crypto pair. @module */
import type * as Endpoint from "@candela/core/Endpoint"
import * as Indicator from "@candela/market/Indicator"
import * as Ticker from "@candela/market/Ticker"

const ofPair = {
  /**
   * The pair's ticker, case-sensitive: `X:BTCUSD` or `X:BTC-USD`.
   *
   * @example "X:BTCUSD"
   */
  cryptoTicker: Ticker.Crypto,
}

/** Which simple moving averages to request. */
export interface SmaRequest extends Indicator.AverageRequest, Endpoint.RequestOf<typeof ofPair> {}

/** Which exponential moving averages to request. */
export interface EmaRequest extends Indicator.AverageRequest, Endpoint.RequestOf<typeof ofPair> {}

/** Which relative strength indices to request. */
export interface RsiRequest extends Indicator.RsiRequest, Endpoint.RequestOf<typeof ofPair> {}

/** Which moving average convergences/divergences to request. */
export interface MacdRequest extends Indicator.MacdRequest, Endpoint.RequestOf<typeof ofPair> {}

export const indicators: Indicator.Indicators<typeof ofPair, SmaRequest, EmaRequest, RsiRequest, MacdRequest> =
  Indicator.indicators(ofPair)
