/**
 * Bars in the shape of the options, by `Sessions`, `Adjust` and `Resample`.
 *
 * @module
 */
import type * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Adjust from "@candela/history/Adjust"
import * as Resample from "@candela/history/Resample"
import * as Sessions from "@candela/history/Sessions"
import * as Market from "@candela/market/Market"
import { Stocks } from "@candela/stocks/Stocks"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Present from "../../connect/Present.js"
import * as DateText from "../../dates/DateText.js"
import * as Shape from "./Shape.js"

/** Windows in the calendar of a market. */
export const windowsOf = (windows: Shape.Longer, market: Shape.ShapeMarket): Resample.Windows => {
  if (windows === "session") return Resample.sessions(market)
  const { multiplier, timespan } = windows
  if (timespan === "minute") return Resample.minutes(multiplier, market)
  if (timespan === "hour") return Resample.hours(multiplier, market)
  return Resample.timespan(multiplier, timespan, market)
}

type Bars<E, R> = Stream.Stream<Columns.Columns<never>, E, R>

/** Subject of {@link apply}. */
export interface Subject {
  readonly endpoint: Endpoint.Any
  /** Methods of the service of the bars. */
  readonly methods: Readonly<Record<string, unknown>>
  readonly tickers: ReadonlyArray<string>
  /** Whether the bars have a column of their tickers. */
  readonly isSeveral: boolean
}

/** Gives bars the shape of the options: some parts of the day, then adjusted, then combined. */
export const apply =
  (subject: Subject, values: Shape.ShapeValues) =>
  <E, R>(self: Stream.Stream<unknown, E, R>): Stream.Stream<unknown, unknown, R> => {
    const market = Shape.marketOf(subject.endpoint)!
    let bars = self as Bars<unknown, R>
    if (values.session !== undefined) bars = Sessions.only(values.session, market)(bars as never)
    if (values.adjust !== undefined) bars = adjusted(bars, subject, values)
    if (values.resample !== undefined)
      bars = Resample.columns(bars as never, windowsOf(values.resample, market)) as unknown as Bars<unknown, R>
    return bars
  }

const adjusted = <R>(
  bars: Bars<unknown, R>,
  { isSeveral, methods, tickers }: Subject,
  values: Shape.ShapeValues,
): Bars<unknown, R> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const day = values["as-of"]
      const asOf = day === undefined ? undefined : yield* Present.live(DateText.dateOf(day, "only", Market.stocks.zone))
      const options = { by: values.adjust, asOf }
      const adjustment = isSeveral ? yield* Adjust.loadAll(tickers, options) : yield* Adjust.load(tickers[0]!, options)
      return Adjust.columns(bars as never, adjustment as never) as unknown as Bars<unknown, R>
    }).pipe(Effect.provideService(Stocks, methods as never)),
  )
