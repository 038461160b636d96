/** Aggregate bars of a stock over a range of time, and of the previous day. @module */
import * as Endpoint from "@candela/core/Endpoint"
import * as Bar from "@candela/market/Bar"
import * as BarPage from "@candela/market/BarPage"
import * as BarParams from "@candela/market/BarParams"
import * as Market from "@candela/market/Market"
import * as PreviousDayBar from "@candela/market/PreviousDayBar"
import * as Ticker from "@candela/market/Ticker"

const ofStock = {
  /** The stock's ticker, case-sensitive: `AAPL`, `BRK.A`. */
  stocksTicker: Ticker.Stock,
}
const barsParams = { ...ofStock, ...BarParams.params }

/** Which bars to request. */
export interface BarsRequest extends BarParams.BarsRequest, Endpoint.RequestOf<typeof ofStock> {}

export const bars: Endpoint.History<
  BarsRequest,
  Bar.Bar,
  typeof barsParams,
  BarPage.BarPage<Bar.Bar>
> = /* @__PURE__ */ Endpoint.history("stocks.bars", {
  path: "/v2/aggs/ticker/{stocksTicker}/range/{multiplier}/{timespan}/{from}/{to}",
  params: barsParams,
  envelope: BarPage.envelope,
  row: Bar.Bar,
  timeRange: /* @__PURE__ */ BarParams.timeRange(Market.stocks),
  // The vendor's documentation names the date, the specification none. A service with older bars (imported ones) gives them all the same.
  recordsFrom: "2003-09-10",
})

const previousDayBarParams = { ...ofStock, ...PreviousDayBar.params }

/** Which stock's previous day to request. */
export interface PreviousDayBarRequest
  extends PreviousDayBar.PreviousDayBarRequest, Endpoint.RequestOf<typeof ofStock> {}

export const previousDayBar: Endpoint.List<
  PreviousDayBarRequest,
  PreviousDayBar.PreviousDayBar,
  typeof previousDayBarParams,
  BarPage.BarPage<PreviousDayBar.PreviousDayBar>
> = /* @__PURE__ */ Endpoint.list("stocks.previousDayBar", {
  path: "/v2/aggs/ticker/{stocksTicker}/prev",
  params: previousDayBarParams,
  envelope: BarPage.envelope,
  row: PreviousDayBar.PreviousDayBar,
})
