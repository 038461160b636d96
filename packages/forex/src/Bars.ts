/** Aggregate bars of a currency pair over a range of time, and of the previous day. @module */
import * as Endpoint from "@candela/core/Endpoint"
import * as Bar from "@candela/market/Bar"
import * as BarPage from "@candela/market/BarPage"
import * as BarParams from "@candela/market/BarParams"
import * as Market from "@candela/market/Market"
import * as PreviousDayBar from "@candela/market/PreviousDayBar"
import * as Ticker from "@candela/market/Ticker"

const ofPair = {
  /** The pair's ticker, case-sensitive: `C:EURUSD` or `C:EUR-USD`. */
  forexTicker: Ticker.Forex,
}
const barsParams = { ...ofPair, ...BarParams.params }

/** Which bars to request. Pairs are never split: `adjusted` changes nothing. */
export interface BarsRequest extends BarParams.BarsRequest, Endpoint.RequestOf<typeof ofPair> {}

export const bars: Endpoint.History<
  BarsRequest,
  Bar.Bar,
  typeof barsParams,
  BarPage.BarPage<Bar.Bar>
> = Endpoint.history("forex.bars", {
  path: "/v2/aggs/ticker/{forexTicker}/range/{multiplier}/{timespan}/{from}/{to}",
  params: barsParams,
  envelope: BarPage.envelope,
  row: Bar.Bar,
  timeRange: BarParams.timeRange(Market.forex),
  // The specification names no date. The vendor's quotes, which its bars are made of, begin on this one.
  recordsFrom: "2009-09-25",
})

const previousDayBarParams = { ...ofPair, ...PreviousDayBar.params }

/** Which pair's previous day to request. Pairs are never split: `adjusted` changes nothing. */
export interface PreviousDayBarRequest
  extends PreviousDayBar.PreviousDayBarRequest, Endpoint.RequestOf<typeof ofPair> {}

export const previousDayBar: Endpoint.List<
  PreviousDayBarRequest,
  PreviousDayBar.PreviousDayBar,
  typeof previousDayBarParams,
  BarPage.BarPage<PreviousDayBar.PreviousDayBar>
> = Endpoint.list("forex.previousDayBar", {
  path: "/v2/aggs/ticker/{forexTicker}/prev",
  params: previousDayBarParams,
  envelope: BarPage.envelope,
  row: PreviousDayBar.PreviousDayBar,
})
