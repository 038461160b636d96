/**
 * Aggregate bars of a stock over a range of time, and of the previous day.
 *
 * @module
 */
import * as Endpoint from "@candela/core/Endpoint"
import * as Field from "@candela/core/Field"
import * as Param from "@candela/core/Param"
import * as Bar from "@candela/market/Bar"
import * as BarPage from "@candela/market/BarPage"
import * as BarParams from "@candela/market/BarParams"
import * as Market from "@candela/market/Market"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const ofStock = {
  /** The stock's ticker, case-sensitive: `AAPL`, `BRK.A`. */
  stocksTicker: Ticker.Stock,
}
const barsParams = { ...ofStock, ...BarParams.params }

/** Which bars to request. */
export interface BarsRequest extends BarParams.BarsRequest, Endpoint.RequestOf<typeof ofStock> {}

/** `GET /v2/aggs/ticker/{stocksTicker}/range/{multiplier}/{timespan}/{from}/{to}` (specification, endpoint 1). */
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

const previousDayBarParams = {
  ...ofStock,
  /** Whether prices and volumes are adjusted for splits. Default true. */
  adjusted: /* @__PURE__ */ Param.withDefault(Param.Boolean, true),
}

/** Which stock's previous day to request. */
export interface PreviousDayBarRequest extends Endpoint.RequestOf<typeof previousDayBarParams>, Endpoint.Named {}

const ticker = {
  /** The stock's ticker. Wire key `T`. */
  ticker: /* @__PURE__ */ Field.optional(Schema.String, "T"),
}

/** The previous day's bar, which may include its ticker. */
export interface PreviousDayBar extends Bar.Bar, Field.Row<typeof ticker> {}

/** Schema of {@link PreviousDayBar}. */
export const PreviousDayBar: Schema.Schema<PreviousDayBar, Bar.BarWire & Schema.Struct.Encoded<typeof ticker>> =
  /* @__PURE__ */ Schema.Struct({ ...Bar.fields, ...ticker })

/** `GET /v2/aggs/ticker/{stocksTicker}/prev` (specification, endpoint 4). */
export const previousDayBar: Endpoint.List<
  PreviousDayBarRequest,
  PreviousDayBar,
  typeof previousDayBarParams,
  BarPage.BarPage<PreviousDayBar>
> = /* @__PURE__ */ Endpoint.list("stocks.previousDayBar", {
  path: "/v2/aggs/ticker/{stocksTicker}/prev",
  params: previousDayBarParams,
  envelope: BarPage.envelope,
  row: PreviousDayBar,
})
