/**
 * The request parameters that the bars of all markets share.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
import * as Param from "@candela/core/Param"
import * as BarRange from "./BarRange.js"
import type { Market } from "./Market.js"
import { timespans } from "./Timespan.js"

/** The parameters of bars, but for the ticker: spread them into a declaration (specification, endpoint 1). */
export const params = {
  multiplier: /* @__PURE__ */ Param.integer({ min: 1, max: 100_000 }),
  timespan: /* @__PURE__ */ Param.literal(...timespans),
  from: Param.DateOrMillis,
  to: Param.DateOrMillis,
  adjusted: /* @__PURE__ */ Param.withDefault(Param.Boolean, true),
  sort: /* @__PURE__ */ Param.order("asc"),
  limit: /* @__PURE__ */ Param.limit({ default: 5000, max: 50_000 }),
}

type Values = Omit<Endpoint.ValuesOf<typeof params>, "adjusted" | "limit">

/** The range of bars of a market. */
export const timeRange = (market: Market): Endpoint.TimeRange<Values> => ({
  cut: (values, shards, records) => BarRange.cut({ ...values, zone: market.zone }, shards, records),
  rows: (values, records) => BarRange.baseAggregates(values, market, records),
  covered: (values, records, timestamp) => BarRange.covered(values, market, timestamp, records),
})
