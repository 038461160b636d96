/** Technical indicators of a crypto pair. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Indicator from "@candela/market/Indicator"
import * as Market from "@candela/market/Market"
import * as Ticker from "@candela/market/Ticker"

const ofPair = {
  /**
   * The pair's ticker, case-sensitive: `X:BTCUSD` or `X:BTC-USD`.
   *
   * @example "X:BTCUSD"
   */
  cryptoTicker: Ticker.Crypto,
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
  Indicator.Specified = Indicator.indicators(Market.crypto, ofPair)
