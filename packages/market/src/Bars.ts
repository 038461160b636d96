/**
 * Endpoints of bars, the same in every market: of a time range, and of the previous day.
 *
 * @module
 */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Param from "@candela/core/declare/Param"
import { Bar } from "./Bar.js"
import * as BarPage from "./BarPage.js"
import * as BarRange from "./BarRange.js"
import type { Calendar } from "./Calendar.js"
import type { Market } from "./Market.js"
import * as NoRows from "./NoRows.js"
import { PreviousDayBar } from "./PreviousDayBar.js"
import * as Ticker from "./Ticker.js"
import { timespans } from "./Timespan.js"
import * as Window from "./Window.js"

/** Parameters of bars, without the ticker. */
export const params = {
  /** Number of timespans in one bar: 5 with `minute` gives five-minute bars. 1 to 100,000. */
  multiplier: /* @__PURE__ */ Param.integer({ min: 1, max: 100_000 }),
  /**
   * Unit of a bar's window. Days, weeks and longer ones begin at midnight of the market's zone: New
   * York for stocks, options and indices, UTC for forex and crypto.
   */
  timespan: /* @__PURE__ */ Param.literal(...timespans),
  /**
   * First day (of the market's zone) or instant, inclusive. Bars are never truncated: one that started before `from`
   * is included. A `Date` is an instant: `new Date("2025-06-02")` is midnight UTC, the evening of June 1 in New York.
   */
  from: Param.DateOrMillis,
  /**
   * Last day (of the market's zone) or instant, inclusive. `"2025-06-06"` includes the whole of
   * June 6; a `Date` is an instant, so `new Date("2025-06-06")`, midnight UTC, leaves June 6 out.
   */
  to: Param.DateOrMillis,
  /** Whether prices and volumes are adjusted for splits. */
  adjusted: /* @__PURE__ */ Param.withDefault(Param.Boolean, true),
  /** Order by timestamp. */
  sort: /* @__PURE__ */ Param.order("asc"),
  /**
   * Size of a page, in base aggregates: minutes for minute and hour bars, days for longer ones. 120
   * minutes are two hourly bars. The maximum, 50000, is the size of a stream's pages.
   */
  limit: /* @__PURE__ */ Param.limit({ default: 5000, max: 50_000 }),
}

/** Parameters of the bars of an index, which is never split, without the ticker. */
export const unadjustedParams = /* @__PURE__ */ (() => {
  const { adjusted: _, ...rest } = params
  return rest
})()

/** Parameters of the bars of an index, without the ticker, as written by a caller. */
export interface UnadjustedBarsRequest extends Endpoint.RequestOf<typeof unadjustedParams>, Endpoint.Named {}

/** Parameters of bars, without the ticker, as written by a caller. */
export interface BarsRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

type Values = Omit<Endpoint.ValuesOf<typeof params>, "adjusted" | "limit">

/** Returns the time range of a market's bars. */
export const timeRange = (market: Market): Endpoint.TimeRange<Values> => ({
  cut: (values, shards, records) => BarRange.cut({ ...values, zone: market.zone }, shards, records),
  rows: (values, records) => BarRange.estimate(values, market, records),
  perRow: (values) => BarRange.unitsOfBar(values, market),
  covered: (values, records, timestamp) => BarRange.covered(values, market, timestamp, records),
  asked: (values) => {
    const { from, to } = BarRange.instants({ ...values, zone: market.zone })
    return { first: from, last: to }
  },
  order: (values) => ({
    ...{ field: "timestamp", direction: values.sort, unique: true },
    ...BarRange.timestamps({ ...values, zone: market.zone }),
  }),
})

/**
 * Returns what it means that a market's bars have no rows in the windows of a request. Rows are never expected of
 * instruments that are `seldom` traded.
 */
export const noRows =
  (calendar: Calendar, seldom = false): Endpoint.NoRows<Values> =>
  (values, records) => {
    const { zone } = calendar.market
    const range = BarRange.stretched(Window.of({ ...values, zone }), BarRange.instants({ ...values, zone }), always)
    const absence = range && NoRows.inTime(calendar, { from: range.begin, to: range.end - 1 }, records)
    // protects: A contract that was not traded in a session is no reason to ask again.
    // mutant: "expects no bars of a contract, but of an index": seldom && → !seldom &&
    return seldom && absence?.doubtful ? undefined : absence
  }

const always = { from: -Infinity, to: Infinity }

/**
 * Returns what an answer for one ticker repeats: the ticker, the first of the parameters, and
 * whether the bars are adjusted.
 */
const repeats = (ticker: Endpoint.Params): Endpoint.Repeats => ({
  ticker: Object.keys(ticker)[0]!,
  adjusted: "adjusted",
})

/** Endpoint of bars. `T` has the ticker parameter. */
export type Bars<Request, T extends Endpoint.Params> = Endpoint.History<
  Request,
  Bar,
  T & typeof params,
  BarPage.BarPage<Bar>
>

/** Declares the bars of a market, by its calendar. */
export const bars = <Request extends BarsRequest & Endpoint.RequestOf<T>, T extends Endpoint.Params>({
  calendar,
  recordsFrom,
  seldom,
  ticker,
}: {
  readonly calendar: Calendar
  readonly recordsFrom: string
  /** Whether many instruments of the market have no trade in a session. */
  readonly seldom?: boolean
  readonly ticker: T
}): Bars<Request, T> =>
  Endpoint.history({
    path: `/v2/aggs/ticker/${Ticker.inPath(ticker)}/range/{multiplier}/{timespan}/{from}/{to}`,
    params: { ...ticker, ...params } as typeof params,
    envelope: BarPage.envelope,
    repeats: repeats(ticker),
    row: Bar,
    timeRange: timeRange(calendar.market),
    noRows: noRows(calendar, seldom),
    recordsFrom,
  }) as unknown as Bars<Request, T>

type AdjustedParam = Pick<typeof params, "adjusted">

/** Parameters of the previous day's bar, without the ticker, as written by a caller. */
export interface PreviousDayBarRequest extends Endpoint.RequestOf<AdjustedParam>, Endpoint.Named {}

/** Endpoint of the previous day's bar. `T` has the ticker parameter. */
export type PreviousDay<Request, T extends Endpoint.Params> = Endpoint.List<
  Request,
  PreviousDayBar,
  T & AdjustedParam,
  BarPage.BarPage<PreviousDayBar>
>

/** What it means that a ticker that is traded has no previous day. */
export const noPreviousDay: Endpoint.Absence = {
  reason: "A ticker that is traded has a previous day: the service may have left it out",
  doubtful: true,
}

/** Declares the previous day's bar of a market. */
export const previousDay = <Request extends PreviousDayBarRequest & Endpoint.RequestOf<T>, T extends Endpoint.Params>(
  ticker: T,
  { seldom = false }: { readonly seldom?: boolean } = {},
): PreviousDay<Request, T> =>
  Endpoint.list({
    path: `/v2/aggs/ticker/${Ticker.inPath(ticker)}/prev`,
    params: { ...ticker, adjusted: params.adjusted } as AdjustedParam,
    envelope: BarPage.envelope,
    repeats: repeats(ticker),
    row: PreviousDayBar,
    noRows: () => (seldom ? undefined : noPreviousDay),
    rowRepeats: { ticker: Object.keys(ticker)[0]! },
  }) as unknown as PreviousDay<Request, T>
