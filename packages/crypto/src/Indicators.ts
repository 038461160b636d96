/**
 * Technical indicators of a crypto pair.
 *
 * @module
 */
import * as Endpoint from "@candela/core/Endpoint"
import * as Indicator from "@candela/market/Indicator"
import * as Ticker from "@candela/market/Ticker"

const ofPair = {
  /** The pair's ticker, case-sensitive: `X:BTCUSD` or `X:BTC-USD`. */
  cryptoTicker: Ticker.Crypto,
  /** How many bars a value counts. Default 50. */
  window: Indicator.window(50),
}
const smaParams = { ...ofPair, ...Indicator.params }

/** Which moving averages to request. */
export interface SmaRequest extends Indicator.IndicatorRequest, Endpoint.RequestOf<typeof ofPair> {}

/** `GET /v1/indicators/sma/{cryptoTicker}` (specification, endpoint 20). */
export const sma: Endpoint.Paged<
  SmaRequest,
  Indicator.IndicatorValue,
  typeof smaParams,
  Indicator.IndicatorPage<Indicator.IndicatorValue>
> = Endpoint.paged("crypto.sma", {
  path: "/v1/indicators/sma/{cryptoTicker}",
  params: smaParams,
  at: "results.values",
  beside: Indicator.beside,
  row: Indicator.IndicatorValue,
})
