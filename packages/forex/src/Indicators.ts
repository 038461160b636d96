/** Technical indicators of a currency pair. @module */
import * as Endpoint from "@candela/core/Endpoint"
import * as Param from "@candela/core/Param"
import * as Indicator from "@candela/market/Indicator"
import * as Ticker from "@candela/market/Ticker"

const ofPair = {
  /** The pair's ticker, case-sensitive: `C:EURUSD` or `C:EUR-USD`. */
  fxTicker: Ticker.Forex,
  /** Whether the bars are adjusted for splits. Currencies have none, so it changes nothing. */
  adjusted: Param.withDefault(Param.Boolean, true),
}

const averageParams = { ...ofPair, ...Indicator.averageParams }

/** Which simple moving averages to request. */
export interface SmaRequest extends Indicator.AverageRequest, Endpoint.RequestOf<typeof ofPair> {}

export const sma: Indicator.Indicator<SmaRequest, typeof averageParams> = Endpoint.paged("forex.sma", {
  path: "/v1/indicators/sma/{fxTicker}",
  params: averageParams,
  row: Indicator.IndicatorValue,
  ...Indicator.document,
})

/** Which exponential moving averages to request. */
export interface EmaRequest extends Indicator.AverageRequest, Endpoint.RequestOf<typeof ofPair> {}

export const ema: Indicator.Indicator<EmaRequest, typeof averageParams> = Endpoint.paged("forex.ema", {
  path: "/v1/indicators/ema/{fxTicker}",
  params: averageParams,
  row: Indicator.IndicatorValue,
  ...Indicator.document,
})

const rsiParams = { ...ofPair, ...Indicator.rsiParams }

/** Which relative strength indices to request. */
export interface RsiRequest extends Indicator.RsiRequest, Endpoint.RequestOf<typeof ofPair> {}

export const rsi: Indicator.Indicator<RsiRequest, typeof rsiParams> = Endpoint.paged("forex.rsi", {
  path: "/v1/indicators/rsi/{fxTicker}",
  params: rsiParams,
  row: Indicator.IndicatorValue,
  ...Indicator.document,
})

const macdParams = { ...ofPair, ...Indicator.macdParams }

/** Which moving average convergences/divergences to request. */
export interface MacdRequest extends Indicator.MacdRequest, Endpoint.RequestOf<typeof ofPair> {}

export const macd: Indicator.Indicator<MacdRequest, typeof macdParams, Indicator.MacdValue> = Endpoint.paged(
  "forex.macd",
  {
    path: "/v1/indicators/macd/{fxTicker}",
    params: macdParams,
    row: Indicator.MacdValue,
    ...Indicator.document,
  },
)
