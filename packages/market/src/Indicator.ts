/**
 * Technical indicators of every market: parameters, values, and the underlying bars.
 *
 * @module
 */
import * as Endpoint from "@candela/core/declare/Endpoint"
import type * as Envelope from "@candela/core/declare/Envelope"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Schema from "effect/Schema"
import * as Instant from "./Instant.js"
import { PreviousDayBar } from "./PreviousDayBar.js"
import * as Ticker from "./Ticker.js"
import * as TimestampRange from "./TimestampRange.js"
import * as Window from "./Window.js"

/** Sizes of the bars from which indicators are computed. */
export const timespans = ["minute", "hour", "day", "week", "month", "quarter", "year"] as const

/** Prices of a bar from which indicators are computed. */
export const seriesTypes = ["open", "high", "low", "close"] as const

/** Parameters common to all indicators, without the ticker and the windows. */
export const params = {
  /**
   * Start of the bar that a value belongs to: epoch milliseconds, or a date, which means the whole day
   * in the market's zone. Earlier bars than those of this range count towards the windows of its values.
   */
  timestamp: /* @__PURE__ */ Filter.range(Param.DateOrMillis),
  /** Size of the bars. */
  timespan: /* @__PURE__ */ Param.withDefault(/* @__PURE__ */ Param.literal(...timespans), "day"),
  /** Price of each bar that is used. */
  series_type: /* @__PURE__ */ Param.withDefault(/* @__PURE__ */ Param.literal(...seriesTypes), "close"),
  /** Whether the page includes the bars from which its values were computed, in `underlying.aggregates`. */
  expand_underlying: /* @__PURE__ */ Param.withDefault(Param.Boolean, false),
  /** Order by timestamp. Default `desc`: the latest values first. */
  order: /* @__PURE__ */ Param.order("desc"),
  /** Size of a page, in values. The maximum is the size of a stream's pages. */
  limit: /* @__PURE__ */ Param.limit({ default: 10, max: 5000 }),
}

/** Parameters of every indicator, without the ticker and the windows. */
export interface IndicatorRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

const window = (bars: number): Param.Defaulted<number> =>
  Param.withDefault(Param.integer({ min: 1, max: 100_000 }), bars)

/** Parameters of a moving average, simple or exponential, without the ticker. */
export const averageParams = {
  /** Number of bars averaged per value. Default 50; 1 to 100,000. */
  window: /* @__PURE__ */ window(50),
  ...params,
}

/** Parameters of a moving average, without the ticker. */
export interface AverageRequest extends IndicatorRequest, Endpoint.RequestOf<Pick<typeof averageParams, "window">> {}

/** Parameters of a relative strength index, without the ticker. */
export const rsiParams = {
  /** Number of changes from bar to bar averaged per value. Default 14; 1 to 100,000. */
  window: /* @__PURE__ */ window(14),
  ...params,
}

/** Parameters of a relative strength index, without the ticker. */
export interface RsiRequest extends IndicatorRequest, Endpoint.RequestOf<Pick<typeof rsiParams, "window">> {}

const macdWindows = {
  /** Number of bars in the short average. Default 12; 1 to 100,000. */
  short_window: /* @__PURE__ */ window(12),
  /** Number of bars in the long average. Default 26; 1 to 100,000. */
  long_window: /* @__PURE__ */ window(26),
  /** Number of values averaged for the signal. Default 9; 1 to 100,000. */
  signal_window: /* @__PURE__ */ window(9),
}

/** Parameters of a moving average convergence/divergence, without the ticker. */
export const macdParams = { ...macdWindows, ...params }

/** Parameters of a moving average convergence/divergence, without the ticker. */
export interface MacdRequest extends IndicatorRequest, Endpoint.RequestOf<typeof macdWindows> {}

const valueFields = {
  /** Start of the value's bar, epoch milliseconds. The value includes that bar and earlier ones. */
  timestamp: /* @__PURE__ */ Field.optional(Unit.EpochMillis),
  /** Value of the indicator: an average or a MACD in the quote currency, a relative strength index from 0 to 100. */
  value: /* @__PURE__ */ Field.optional(Unit.Currency),
}

/** A value of an indicator (specification, Indicator result). */
export interface IndicatorValue extends Field.Row<typeof valueFields>, Endpoint.Named {}

/** Schema of {@link IndicatorValue}. */
export const IndicatorValue: Field.SchemaOf<IndicatorValue, typeof valueFields> &
  Instant.Reader<IndicatorValue, "timestamp"> = /* @__PURE__ */ Instant.readable(
  /* @__PURE__ */ Field.struct(valueFields, "IndicatorValue"),
  "timestamp",
)

/** Schema of a relative strength index, which has no currency. */
const RsiValue: typeof IndicatorValue = /* @__PURE__ */ Instant.readable(
  /* @__PURE__ */ Field.struct({ ...valueFields, value: /* @__PURE__ */ Field.optional(Unit.Points) }, "RsiValue"),
  "timestamp",
)

const macdFields = {
  /** Exponential moving average of the values, in the quote currency. */
  signal: /* @__PURE__ */ Field.optional(Unit.Currency),
  /** Value minus signal, in the quote currency. */
  histogram: /* @__PURE__ */ Field.optional(Unit.Currency),
}

/**
 * A value of a moving average convergence/divergence: the short average less the long one, with its
 * signal (specification, Indicator result).
 */
export interface MacdValue extends IndicatorValue, Field.Row<typeof macdFields> {}

/** Schema of {@link MacdValue}. */
export const MacdValue: Field.SchemaOf<MacdValue, typeof valueFields & typeof macdFields> &
  Instant.Reader<MacdValue, "timestamp"> = /* @__PURE__ */ Instant.readable(
  /* @__PURE__ */ Field.struct({ ...valueFields, ...macdFields }, "MacdValue"),
  "timestamp",
)

const underlyingFields = {
  /**
   * Bars, in the order of the values, when `expand_underlying` is true; absent otherwise. Bars may
   * include their ticker.
   */
  aggregates: /* @__PURE__ */ Field.optional(/* @__PURE__ */ Schema.Array(PreviousDayBar)),
  /** URL of a request for the same bars, without an API key: add yours. */
  url: /* @__PURE__ */ Field.optional(Schema.String),
}

/** Bars from which an indicator's values were computed (specification, Indicator result). */
export interface IndicatorUnderlying extends Field.Row<typeof underlyingFields>, Endpoint.Named {}

/** Schema of {@link IndicatorUnderlying}. */
export const IndicatorUnderlying: Field.SchemaOf<IndicatorUnderlying, typeof underlyingFields> =
  /* @__PURE__ */ Field.struct(underlyingFields, "IndicatorUnderlying")

const beside = {
  /** Bars from which the page's values were computed. */
  underlying: /* @__PURE__ */ Field.optional(IndicatorUnderlying),
}

/** A page of an indicator's values. Every field may be absent: a last page of the service may be `{}`. */
export interface IndicatorPage<Row> extends Envelope.Page<Row>, Field.Row<typeof beside>, Endpoint.Named {}

/** Endpoint of an indicator. */
export type Indicator<Request, P extends Endpoint.Params, Row = IndicatorValue> = Endpoint.Paged<
  Request,
  Row,
  P,
  IndicatorPage<Row>
>

/** Endpoints of a market's indicators. `T` are the market's own parameters. */
export type Indicators<T extends Endpoint.Params, Sma, Ema, Rsi, Macd> = {
  /**
   * Simple moving averages of a pair's bars, the latest first: the mean price of each bar and those
   * before it, `window` in all. The first bars of a history have no value.
   *
   * @specification 20
   * @example { "timestamp.gte": "2025-05-01" }
   */
  readonly sma: Indicator<Sma, T & typeof averageParams>
  /**
   * Exponential moving averages of a pair's bars, the latest first: the newest of `window` prices has
   * the weight `2 / (window + 1)`, each earlier one less. The first bars of a history have no value.
   *
   * @specification 20
   * @example { "timestamp.gte": "2025-05-01" }
   */
  readonly ema: Indicator<Ema, T & typeof averageParams>
  /**
   * Relative strength indices of a pair's bars, from 0 to 100, the latest first: the share of gains
   * in all changes of the price, with Wilder's smoothing. The first bars of a history have no value.
   *
   * @specification 20
   * @example { "timestamp.gte": "2025-05-01" }
   */
  readonly rsi: Indicator<Rsi, T & typeof rsiParams>
  /**
   * Moving average convergence/divergence of a pair's bars, the latest first: the short exponential
   * average less the long one, the average of these values as their signal, and the difference of
   * both. The first bars of a history have no value.
   *
   * @specification 20
   * @example { "timestamp.gte": "2025-05-01" }
   */
  readonly macd: Indicator<Macd, T & typeof macdParams, MacdValue>
}

type OrderedBy = Pick<Endpoint.ValuesOf<typeof params>, "timespan" | "order"> &
  TimestampRange.Filters<"timestamp", number>

/**
 * Order of an indicator's values: each belongs to a bar, of which the first may begin before the
 * requested time. Days of the pairs are in UTC.
 */
const orderOf = (values: OrderedBy): Endpoint.Order => {
  const unit = TimestampRange.milliseconds
  const filters = TimestampRange.widened(values, "timestamp")
  const { first, last } = TimestampRange.instantsOf(TimestampRange.interval(filters, "timestamp", unit, "UTC"), unit)
  const window = { multiplier: 1, timespan: values.timespan, zone: "UTC" } as const
  return {
    field: "timestamp",
    direction: values.order,
    unique: true,
    first: first && Window.start(window, first),
    last,
  }
}

/** Declares the indicators of a market. The ticker is the first of its own parameters. */
export const indicators = <
  T extends Endpoint.Params,
  Sma extends AverageRequest & Endpoint.RequestOf<T>,
  Ema extends AverageRequest & Endpoint.RequestOf<T>,
  Rsi extends RsiRequest & Endpoint.RequestOf<T>,
  Macd extends MacdRequest & Endpoint.RequestOf<T>,
>(
  own: T,
): Indicators<T, Sma, Ema, Rsi, Macd> => {
  const indicator = <Row, RowI>(name: string, params: Endpoint.Params, row: Schema.Schema<Row, RowI>) =>
    Endpoint.paged({
      path: `/v1/indicators/${name}/${Ticker.inPath(own)}`,
      params: { ...own, ...params } as Endpoint.Params,
      row,
      at: "results.values",
      beside,
      order: orderOf as () => Endpoint.Order,
    })
  const all = {
    sma: indicator("sma", averageParams, IndicatorValue),
    ema: indicator("ema", averageParams, IndicatorValue),
    rsi: indicator("rsi", rsiParams, RsiValue),
    macd: indicator("macd", macdParams, MacdValue),
  }
  return all as unknown as Indicators<T, Sma, Ema, Rsi, Macd>
}
