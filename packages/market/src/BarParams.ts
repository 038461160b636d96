/**
 * The parameters that bars of every market share, and how their range is cut into shards.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
import * as Param from "@candela/core/Param"
import type { Market } from "./Market.js"
import * as BarRange from "./BarRange.js"
import { timespans } from "./Timespan.js"

/** The parameters of bars, but for the ticker: spread them into a declaration. */
export const params = {
  /** How many timespans make one bar: 5 with `minute` gives five-minute bars. 1 to 100,000. */
  multiplier: /* @__PURE__ */ Param.integer({ min: 1, max: 100_000 }),
  /** The unit of a bar's window. Days, weeks and longer ones begin at midnight of the market's zone: New York for stocks, UTC for forex and crypto. */
  timespan: /* @__PURE__ */ Param.literal(...timespans),
  /**
   * First day (of the market's zone) or instant, inclusive. Bars are never truncated: one that started before `from` is included. A `Date` is an instant:
   * `new Date("2025-06-02")` is midnight UTC, the evening of June 1 in New York.
   */
  from: Param.DateOrMillis,
  /**
   * Last day (of the market's zone) or instant, inclusive. `"2025-06-06"` includes the whole of June 6; a `Date` is an instant, so
   * `new Date("2025-06-06")`, midnight UTC, leaves June 6 out.
   */
  to: Param.DateOrMillis,
  /** Whether prices and volumes are adjusted for splits. */
  adjusted: /* @__PURE__ */ Param.withDefault(Param.Boolean, true),
  /** Order by timestamp. */
  sort: /* @__PURE__ */ Param.order("asc"),
  /**
   * Size of a page, in base aggregates: minutes for minute and hour bars, days for longer ones. 120 minutes are two hourly bars. The maximum, 50000, is the size of a stream's pages.
   */
  limit: /* @__PURE__ */ Param.limit({ default: 5000, max: 50_000 }),
}

/** What bars of every market are requested with, but for the ticker. */
export interface BarsRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

type Values = Omit<Endpoint.ValuesOf<typeof params>, "adjusted" | "limit">

/** The range of bars of a market. */
export const timeRange = (market: Market): Endpoint.TimeRange<Values> => ({
  cut: (values, shards, records) => BarRange.cut({ ...values, zone: market.zone }, shards, records),
  rows: (values, records) => BarRange.baseAggregates(values, market, records),
  covered: (values, records, timestamp) => BarRange.covered(values, market, timestamp, records),
  order: ({ sort }) => ({ field: "timestamp", direction: sort, unique: true }),
})
