/** Technical indicators of a crypto pair. @module */
import * as Endpoint from "@candela/core/Endpoint"
import * as Indicator from "@candela/market/Indicator"
import * as Ticker from "@candela/market/Ticker"

const ofPair = {
  /** The pair's ticker, case-sensitive: `X:BTCUSD` or `X:BTC-USD`. */
  cryptoTicker: Ticker.Crypto,
}

const averageParams = { ...ofPair, ...Indicator.averageParams }

/** Which simple moving averages to request. */
export interface SmaRequest extends Indicator.AverageRequest, Endpoint.RequestOf<typeof ofPair> {}

export const sma: Indicator.Indicator<SmaRequest, typeof averageParams> = Endpoint.paged("crypto.sma", {
  path: "/v1/indicators/sma/{cryptoTicker}",
  params: averageParams,
  row: Indicator.IndicatorValue,
  ...Indicator.document,
})

/** Which exponential moving averages to request. */
export interface EmaRequest extends Indicator.AverageRequest, Endpoint.RequestOf<typeof ofPair> {}

export const ema: Indicator.Indicator<EmaRequest, typeof averageParams> = Endpoint.paged("crypto.ema", {
  path: "/v1/indicators/ema/{cryptoTicker}",
  params: averageParams,
  row: Indicator.IndicatorValue,
  ...Indicator.document,
})

const rsiParams = { ...ofPair, ...Indicator.rsiParams }

/** Which relative strength indices to request. */
export interface RsiRequest extends Indicator.RsiRequest, Endpoint.RequestOf<typeof ofPair> {}

export const rsi: Indicator.Indicator<RsiRequest, typeof rsiParams> = Endpoint.paged("crypto.rsi", {
  path: "/v1/indicators/rsi/{cryptoTicker}",
  params: rsiParams,
  row: Indicator.IndicatorValue,
  ...Indicator.document,
})

const macdParams = { ...ofPair, ...Indicator.macdParams }

/** Which moving average convergences/divergences to request. */
export interface MacdRequest extends Indicator.MacdRequest, Endpoint.RequestOf<typeof ofPair> {}

export const macd: Indicator.Indicator<MacdRequest, typeof macdParams, Indicator.MacdValue> = Endpoint.paged(
  "crypto.macd",
  {
    path: "/v1/indicators/macd/{cryptoTicker}",
    params: macdParams,
    row: Indicator.MacdValue,
    ...Indicator.document,
  },
)
