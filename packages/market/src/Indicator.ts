/**
 * Technical indicators of every market: their parameters, their values, and the bars that they are computed from.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
import type * as Envelope from "@candela/core/Envelope"
import * as Field from "@candela/core/Field"
import * as Filter from "@candela/core/Filter"
import * as Param from "@candela/core/Param"
import * as Schema from "effect/Schema"
import * as Bar from "./Bar.js"

/** The sizes of the bars that indicators are computed from. */
export const timespans = ["minute", "hour", "day", "week", "month", "quarter", "year"] as const

/** The prices of a bar that indicators are computed from. */
export const seriesTypes = ["open", "high", "low", "close"] as const

/** The parameters of every indicator, but for the ticker and the windows: spread them into a declaration (specification, endpoint 20). */
export const params = {
  /**
   * Start of the bar that a value belongs to: epoch milliseconds, or a date, which is the whole day of the market's zone. Values need not begin at the first bar
   * in this range: earlier bars count into their windows.
   */
  timestamp: /* @__PURE__ */ Filter.range(Param.DateOrMillis),
  /** Size of the bars. Default `day`. */
  timespan: /* @__PURE__ */ Param.withDefault(/* @__PURE__ */ Param.literal(...timespans), "day"),
  /** Which price of each bar counts. Default `close`. */
  series_type: /* @__PURE__ */ Param.withDefault(/* @__PURE__ */ Param.literal(...seriesTypes), "close"),
  /** Whether the page holds the bars that its values were computed from, in `underlying.aggregates`. Default false. */
  expand_underlying: /* @__PURE__ */ Param.withDefault(Param.Boolean, false),
  /** Order by timestamp. Default `desc`: the latest values first. */
  order: /* @__PURE__ */ Param.order("desc"),
  /** Size of a page, in values. Default 10; the maximum, 5000, is the size of a stream's pages. */
  limit: /* @__PURE__ */ Param.limit({ default: 10, max: 5000 }),
}

/** What every indicator is requested with, but for the ticker and the windows. */
export interface IndicatorRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

/** A number of bars, with the service's default. */
export const window = (bars: number): Param.Defaulted<number> =>
  Param.withDefault(Param.integer({ min: 1, max: 100_000 }), bars)

const valueFields = {
  /** Start of the bar that the value belongs to, epoch milliseconds. The value counts that bar and those before it. */
  timestamp: /* @__PURE__ */ Field.optional(Schema.Number),
  /** The indicator's value. An average of prices is in the quote currency. */
  value: /* @__PURE__ */ Field.optional(Schema.Number),
}

/** A value of an indicator (specification, Indicator result). */
export interface IndicatorValue extends Field.Row<typeof valueFields>, Endpoint.Named {}

/** Schema of {@link IndicatorValue}. */
export const IndicatorValue: Schema.Schema<
  IndicatorValue,
  Schema.Struct.Encoded<typeof valueFields>
> = /* @__PURE__ */ Schema.Struct(valueFields)

const underlyingFields = {
  /** The bars, in the order of the values, when `expand_underlying` is true; absent otherwise. */
  aggregates: /* @__PURE__ */ Field.optional(/* @__PURE__ */ Schema.Array(Bar.Bar)),
  /** The request for the same bars. It carries no key: send yours. */
  url: /* @__PURE__ */ Field.optional(Schema.String),
}

/** The bars that an indicator's values were computed from (specification, Indicator result). */
export interface IndicatorUnderlying extends Field.Row<typeof underlyingFields>, Endpoint.Named {}

/** Schema of {@link IndicatorUnderlying}. */
export const IndicatorUnderlying: Schema.Schema<
  IndicatorUnderlying,
  Schema.Struct.Encoded<typeof underlyingFields>
> = /* @__PURE__ */ Schema.Struct(underlyingFields)

/** What stands beside the values, in `results`. */
export const beside = {
  /** The bars that the page's values were computed from. */
  underlying: /* @__PURE__ */ Field.optional(IndicatorUnderlying),
}

/** A page of an indicator's values. Every field may be absent: a last page of the service may be `{}`. */
export interface IndicatorPage<Row> extends Envelope.Page<Row>, Field.Row<typeof beside>, Endpoint.Named {}
