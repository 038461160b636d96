/** Bars of an index over a time range, and of the previous day. They have no volume. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as BarPage from "@candela/market/BarPage"
import * as Bars from "@candela/market/Bars"
import * as Calendar from "@candela/market/Calendar"
import * as Instant from "@candela/market/Instant"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const ofIndex = {
  /** The ticker of the index, case-sensitive: `I:SPX`. */
  indicesTicker: Ticker.Index,
}

const fields = {
  /** First value, points. */
  open: /* @__PURE__ */ Field.required(Unit.Points, "o"),
  /** Last value, points. */
  close: /* @__PURE__ */ Field.required(Unit.Points, "c"),
  /** Highest value, points. */
  high: /* @__PURE__ */ Field.required(Unit.Points, "h"),
  /** Lowest value, points. */
  low: /* @__PURE__ */ Field.required(Unit.Points, "l"),
  /**
   * Start of the window, epoch milliseconds.
   *
   * @remarks `IndexBar.dateTime(bar)` reads it, and `Bar.tradingDay(bar, "indices")` the day.
   */
  timestamp: /* @__PURE__ */ Field.required(Unit.EpochMillis, "t"),
}

/** Bar of an index over a window of time, in points: it has no volume. */
export interface IndexBar extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link IndexBar}. */
export const IndexBar: Field.SchemaOf<IndexBar, typeof fields> & Instant.Reader<IndexBar, "timestamp"> =
  /* @__PURE__ */ Instant.readable(/* @__PURE__ */ Field.struct(fields, "IndexBar"), "timestamp")

/** Request for bars. */
export interface BarsRequest extends Bars.UnadjustedBarsRequest, Endpoint.RequestOf<typeof ofIndex> {}

const repeats = { ticker: "indicesTicker" }

export const bars: Endpoint.History<
  BarsRequest,
  IndexBar,
  typeof ofIndex & typeof Bars.unadjustedParams,
  BarPage.UnadjustedPage<IndexBar>
> = /* @__PURE__ */ Endpoint.history({
  path: "/v2/aggs/ticker/{indicesTicker}/range/{multiplier}/{timespan}/{from}/{to}",
  params: { ...ofIndex, ...Bars.unadjustedParams },
  envelope: BarPage.unadjustedEnvelope,
  repeats,
  row: IndexBar,
  // Most indices are computed in the regular session alone, some also before and after it.
  timeRange: /* @__PURE__ */ Bars.timeRange(Calendar.stocks.market),
  noRows: /* @__PURE__ */ Bars.noRows(Calendar.stocks),
  // The specification has no date. No market of the vendor has older records than its stocks.
  recordsFrom: "2003-09-10",
})

const ticker = {
  /** Ticker of the bar. */
  ticker: /* @__PURE__ */ Field.optional(Schema.String, "T"),
}

/** Bar of the previous day, which may include its ticker. `Bar.tradingDay(bar, "indices")` returns its day. */
export interface IndexPreviousDayBar extends IndexBar, Field.Row<typeof ticker> {}

/** Schema of {@link IndexPreviousDayBar}. */
export const IndexPreviousDayBar: Field.SchemaOf<IndexPreviousDayBar, typeof fields & typeof ticker> &
  Instant.Reader<IndexPreviousDayBar, "timestamp"> = /* @__PURE__ */ Instant.readable(
  /* @__PURE__ */ Field.struct({ ...fields, ...ticker }, "IndexPreviousDayBar"),
  "timestamp",
)

/** Request for the previous day of an index. */
export interface PreviousDayBarRequest extends Endpoint.RequestOf<typeof ofIndex>, Endpoint.Named {}

export const previousDayBar: Endpoint.List<
  PreviousDayBarRequest,
  IndexPreviousDayBar,
  typeof ofIndex,
  BarPage.UnadjustedPage<IndexPreviousDayBar>
> = /* @__PURE__ */ Endpoint.list({
  path: "/v2/aggs/ticker/{indicesTicker}/prev",
  params: ofIndex,
  envelope: BarPage.unadjustedEnvelope,
  repeats,
  rowRepeats: repeats,
  row: IndexPreviousDayBar,
  noRows: () => Bars.noPreviousDay,
})
