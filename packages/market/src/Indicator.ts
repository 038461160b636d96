/**
 * Endpoints of technical indicators, the same in every market: parameters, values, and the underlying bars. `Formula`
 * computes the same values from prices, `Indicator` of `@candela/history` from streams of bars.
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
import type { Market } from "./Market.js"
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
  /**
   * Value of the indicator: an average or a MACD in the unit of the prices (the quote currency, for an index its
   * points), a relative strength index from 0 to 100.
   */
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

/** Schema of a value without a currency: a relative strength index, or an index's average. */
const PointsValue: typeof IndicatorValue = /* @__PURE__ */ Instant.readable(
  /* @__PURE__ */ Field.struct({ ...valueFields, value: /* @__PURE__ */ Field.optional(Unit.Points) }, "PointsValue"),
  "timestamp",
)

const macdFields = {
  /** Exponential moving average of the values, in their unit. */
  signal: /* @__PURE__ */ Field.optional(Unit.Currency),
  /** Value minus signal, in the same unit. */
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

const url = {
  /** URL of a request for the same bars, without an API key: add yours. */
  url: /* @__PURE__ */ Field.optional(Schema.String),
}

/** Schema of {@link MacdValue} of an index, in points. */
const PointsMacdValue: typeof MacdValue = /* @__PURE__ */ Instant.readable(
  /* @__PURE__ */ Field.struct(
    {
      timestamp: valueFields.timestamp,
      value: /* @__PURE__ */ Field.optional(Unit.Points),
      signal: /* @__PURE__ */ Field.optional(Unit.Points),
      histogram: /* @__PURE__ */ Field.optional(Unit.Points),
    },
    "PointsMacdValue",
  ),
  "timestamp",
)

const underlyingFields = {
  /**
   * Bars, in the order of the values, when `expand_underlying` is true; absent otherwise. Bars may
   * include their ticker.
   */
  aggregates: /* @__PURE__ */ Field.optional(/* @__PURE__ */ Schema.Array(PreviousDayBar)),
  ...url,
}

/** Bars from which an indicator's values were computed (specification, Indicator result). */
export interface IndicatorUnderlying extends Field.Row<typeof underlyingFields>, Endpoint.Named {}

/** Schema of {@link IndicatorUnderlying}. */
export const IndicatorUnderlying: Field.SchemaOf<IndicatorUnderlying, typeof underlyingFields> =
  /* @__PURE__ */ Field.struct(underlyingFields, "IndicatorUnderlying")

const levelFields = {
  /** First value, points. */
  open: /* @__PURE__ */ Field.required(Unit.Points, "o"),
  /** Last value, points. */
  close: /* @__PURE__ */ Field.required(Unit.Points, "c"),
  /** Highest value, points. */
  high: /* @__PURE__ */ Field.required(Unit.Points, "h"),
  /** Lowest value, points. */
  low: /* @__PURE__ */ Field.required(Unit.Points, "l"),
  /** Start of the window, epoch milliseconds. */
  timestamp: /* @__PURE__ */ Field.required(Unit.EpochMillis, "t"),
  /** Ticker of the bar. */
  ticker: /* @__PURE__ */ Field.optional(Schema.String, "T"),
}

/** Bar of an index from which an indicator's values were computed: it has no volume. */
export interface UnderlyingLevel extends Field.Row<typeof levelFields>, Endpoint.Named {}

/** Schema of {@link UnderlyingLevel}. */
export const UnderlyingLevel: Field.SchemaOf<UnderlyingLevel, typeof levelFields> &
  Instant.Reader<UnderlyingLevel, "timestamp"> = /* @__PURE__ */ Instant.readable(
  /* @__PURE__ */ Field.struct(levelFields, "UnderlyingLevel"),
  "timestamp",
)

const levelsFields = {
  /** Bars, in the order of the values, when `expand_underlying` is true; absent otherwise. */
  aggregates: /* @__PURE__ */ Field.optional(/* @__PURE__ */ Schema.Array(UnderlyingLevel)),
  ...url,
}

/** Bars of an index from which an indicator's values were computed. */
export interface UnderlyingLevels extends Field.Row<typeof levelsFields>, Endpoint.Named {}

/** Schema of {@link UnderlyingLevels}. */
export const UnderlyingLevels: Field.SchemaOf<UnderlyingLevels, typeof levelsFields> = /* @__PURE__ */ Field.struct(
  levelsFields,
  "UnderlyingLevels",
)

/** A page of an indicator's values. Every field may be absent: a last page of the service may be `{}`. */
export interface IndicatorPage<Row, Underlying = IndicatorUnderlying> extends Envelope.Page<Row>, Endpoint.Named {
  /** Bars from which the page's values were computed. */
  readonly underlying?: Underlying
}

/** Endpoint of an indicator. */
export type Indicator<
  Request,
  P extends Endpoint.Params,
  Row = IndicatorValue,
  Underlying = IndicatorUnderlying,
> = Endpoint.Paged<Request, Row, P, IndicatorPage<Row, Underlying>>

/** Endpoints of a market's indicators. `T` are the market's own parameters. */
export type Indicators<T extends Endpoint.Params, Sma, Ema, Rsi, Macd, Underlying = IndicatorUnderlying> = {
  /**
   * Simple moving averages of a ticker's bars, the latest first: the mean price of each bar and those
   * before it, `window` in all. The first bars of a history have no value.
   *
   * @example { "timestamp.gte": "2025-05-01" }
   */
  readonly sma: Indicator<Sma, T & typeof averageParams, IndicatorValue, Underlying>
  /**
   * Exponential moving averages of a ticker's bars, the latest first: the newest of `window` prices has
   * the weight `2 / (window + 1)`, each earlier one less. The first bars of a history have no value.
   *
   * @example { "timestamp.gte": "2025-05-01" }
   */
  readonly ema: Indicator<Ema, T & typeof averageParams, IndicatorValue, Underlying>
  /**
   * Relative strength indices of a ticker's bars, from 0 to 100, the latest first: the share of gains
   * in all changes of the price, with Wilder's smoothing. The first bars of a history have no value.
   *
   * @example { "timestamp.gte": "2025-05-01" }
   */
  readonly rsi: Indicator<Rsi, T & typeof rsiParams, IndicatorValue, Underlying>
  /**
   * Moving average convergence/divergence of a ticker's bars, the latest first: the short exponential
   * average less the long one, the average of these values as their signal, and the difference of
   * both. The first bars of a history have no value.
   *
   * @example { "timestamp.gte": "2025-05-01" }
   */
  readonly macd: Indicator<Macd, T & typeof macdParams, MacdValue, Underlying>
}

/** The number of these endpoints in the specification, which has those of pairs alone. */
export type Specified = {
  /** @specification 20 */
  readonly sma: unknown
  /** @specification 20 */
  readonly ema: unknown
  /** @specification 20 */
  readonly rsi: unknown
  /** @specification 20 */
  readonly macd: unknown
}

type OrderedBy = Pick<Endpoint.ValuesOf<typeof params>, "timespan" | "order"> &
  TimestampRange.Filters<"timestamp", number>

/**
 * Returns the order of an indicator's values: each belongs to a bar, of which the first may begin before the
 * requested time.
 */
const orderIn =
  ({ zone }: Market) =>
  (values: OrderedBy): Endpoint.Order => {
    const unit = TimestampRange.milliseconds
    const filters = TimestampRange.widened(values, "timestamp")
    // protects: Values of a stock's evening are of the day in New York, though in UTC it is over.
    // mutant: "of a day are those of the day of its market": zone) → "UTC")
    const range = TimestampRange.interval(filters, "timestamp", unit, zone)
    const { first, last } = TimestampRange.instantsOf(range, unit)
    const window = { multiplier: 1, timespan: values.timespan, zone } as const
    return {
      field: "timestamp",
      direction: values.order,
      unique: true,
      first: first && Window.start(window, first),
      last,
    }
  }

/** What differs between prices and points. */
interface Unitary {
  readonly value: typeof IndicatorValue
  readonly macd: typeof MacdValue
  readonly underlying: typeof IndicatorUnderlying | typeof UnderlyingLevels
}

const inPrices: Unitary = { value: IndicatorValue, macd: MacdValue, underlying: IndicatorUnderlying }
const inPoints: Unitary = { value: PointsValue, macd: PointsMacdValue, underlying: UnderlyingLevels }

const declared = (market: Market, own: Endpoint.Params, { macd, underlying, value }: Unitary) => {
  const order = orderIn(market) as () => Endpoint.Order
  const indicator = <Row, RowI>(name: string, params: Endpoint.Params, row: Schema.Schema<Row, RowI>) =>
    Endpoint.paged({
      path: `/v1/indicators/${name}/${Ticker.inPath(own)}`,
      params: { ...own, ...params } as Endpoint.Params,
      row,
      at: "results.values",
      beside: { underlying: Field.optional(underlying as typeof IndicatorUnderlying) },
      order,
    })
  return {
    sma: indicator("sma", averageParams, value),
    ema: indicator("ema", averageParams, value),
    rsi: indicator("rsi", rsiParams, PointsValue),
    macd: indicator("macd", macdParams, macd),
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
  market: Market,
  own: T,
): Indicators<T, Sma, Ema, Rsi, Macd> => declared(market, own, inPrices) as never

/** Declares the indicators of indices, which are in points, of bars without a volume. */
export const ofIndices = <
  T extends Endpoint.Params,
  Sma extends AverageRequest & Endpoint.RequestOf<T>,
  Ema extends AverageRequest & Endpoint.RequestOf<T>,
  Rsi extends RsiRequest & Endpoint.RequestOf<T>,
  Macd extends MacdRequest & Endpoint.RequestOf<T>,
>(
  market: Market,
  own: T,
): Indicators<T, Sma, Ema, Rsi, Macd, UnderlyingLevels> => declared(market, own, inPoints) as never
