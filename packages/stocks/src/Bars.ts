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
import type { Timespan } from "@candela/market/Timespan"
import * as Schema from "effect/Schema"

/** Which bars to request. */
export interface BarsRequest {
  /** The stock's ticker, case-sensitive: `AAPL`, `BRK.A`. */
  readonly stocksTicker: string
  /** How many timespans make one bar: 5 with `minute` gives five-minute bars. 1 to 100,000. */
  readonly multiplier: number
  /** The unit of a bar's window. Days, weeks and longer ones begin at midnight in New York. */
  readonly timespan: Timespan
  /**
   * First day (New York) or instant, inclusive. Bars are never truncated: one that started before `from` is included. A `Date` is an instant:
   * `new Date("2025-06-02")` is midnight UTC, the evening of June 1 in New York.
   */
  readonly from: Param.MillisInput
  /**
   * Last day (New York) or instant, inclusive. `"2025-06-06"` includes the whole of June 6; a `Date` is an instant, so `new Date("2025-06-06")`, midnight
   * UTC, leaves June 6 out.
   */
  readonly to: Param.MillisInput
  /** Whether prices and volumes are adjusted for splits. Default true. */
  readonly adjusted?: boolean | undefined
  /** Order by timestamp. Default `asc`. */
  readonly sort?: "asc" | "desc" | undefined
  /**
   * Size of a page, in base aggregates: minutes for minute and hour bars, days for longer ones. 120 minutes are two hourly bars. Default 5000, in
   * streams 50000, which is the maximum.
   */
  readonly limit?: number | undefined
}

/** `GET /v2/aggs/ticker/{stocksTicker}/range/{multiplier}/{timespan}/{from}/{to}` (specification, endpoint 1). */
export const bars = Endpoint.history("stocks.bars", {
  path: "/v2/aggs/ticker/{stocksTicker}/range/{multiplier}/{timespan}/{from}/{to}",
  params: { stocksTicker: Ticker.Stock, ...BarParams.params },
  envelope: BarPage.BarEnvelope,
  row: Bar.Bar,
  timeRange: BarParams.timeRange(Market.stocks),
  // The vendor's documentation names the date, the specification none. A service with older bars (imported ones) gives them all the same.
  facts: { recordsFrom: "2003-09-10" },
})

/** Which stock's previous day to request. */
export interface PreviousDayBarRequest {
  /** The stock's ticker, case-sensitive. */
  readonly stocksTicker: string
  /** Whether prices and volumes are adjusted for splits. Default true. */
  readonly adjusted?: boolean | undefined
}

/** The previous day's bar, which may include its ticker. */
export interface PreviousDayBar extends Bar.Bar {
  /** The stock's ticker. Wire key `T`. */
  readonly ticker?: string
}

/** Schema of {@link PreviousDayBar}. */
export const PreviousDayBar = Schema.Struct({ ...Bar.fields, ticker: Field.optional(Schema.String, "T") })

/** `GET /v2/aggs/ticker/{stocksTicker}/prev` (specification, endpoint 4). */
export const previousDayBar = Endpoint.list("stocks.previousDayBar", {
  path: "/v2/aggs/ticker/{stocksTicker}/prev",
  params: { stocksTicker: Ticker.Stock, adjusted: Param.withDefault(Param.Boolean, true) },
  envelope: BarPage.BarEnvelope,
  row: PreviousDayBar,
})
