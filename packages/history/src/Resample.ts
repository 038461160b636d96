/**
 * Bars of longer windows, made of shorter ones: minutes counted from the opening, hours, sessions, weeks, months.
 *
 * ```ts
 * const minutes = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2024-01-01", to: "2024-12-31" } as const
 * stocks.bars.stream(minutes).pipe(Sessions.regular, Resample.stream(Resample.minutes(30)))     // 13 bars a day: 09:30, 10:00 .. 15:30
 * stocks.bars.columns(minutes).pipe(Sessions.regular, Resample.columns(Resample.sessions()))    // a bar a day, of 09:30 to 16:00 alone
 * stocks.bars.columns(minutes).pipe(Resample.columns(Resample.sessions()))                      // a bar a day, as the service makes them
 * crypto.bars.stream(request).pipe(Resample.stream(Resample.hours(4, "crypto")))
 * ```
 *
 * A bar belongs to the window in which it begins. It is combined as follows:
 *
 * | field | of the window |
 * | --- | --- |
 * | `open`, `close`, `high`, `low` | that of the first bar, of the last, the highest, the lowest |
 * | `volume` | the sum |
 * | `vwap` | the mean of the bars' `vwap`, weighted by volume. Bars without volume have no weight. Absent where a bar with volume lacks it |
 * | `transactions` | the sum. Absent where a bar lacks it: a sum of some would pass for a count of all |
 * | `otc`, `ticker` | that of the first bar |
 * | `timestamp` | where the window begins |
 *
 * Sums and means are not rounded; the service rounds volumes and averages to its market's decimals. A window without bars gives none. The service's day bars are made of all the
 * minutes of the day, those before and after the regular session included, and so are its weeks and months.
 *
 * Bars of several tickers may be merged by time or come one ticker after the other, when their rows have a `ticker`. All others are bars of one. They ascend; memory does not grow
 * with their number.
 *
 * @module
 */
import * as Columns from "@candela/core/Columns"
import { Bar, fields } from "@candela/market/Bar"
import * as Calendar from "@candela/market/Calendar"
import type { Timespan } from "@candela/market/Timespan"
import * as TimeZone from "@candela/market/TimeZone"
import * as Window from "@candela/market/Window"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { dual } from "effect/Function"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { Resampler, type TickerBar, type Values, type Windows } from "./internal/resampler.js"
import { isWholeDay, movingStretch } from "./internal/stretches.js"
import type { CalendarOf } from "./Sessions.js"
import type { UnfitBars } from "./UnfitBars.js"

export { type Windows } from "./internal/resampler.js"

/** What is made of bars `B`: a bar, with a `ticker` where they have one. */
export type Resampled<B> = B extends { readonly ticker: infer T } ? Bar & { readonly ticker: T } : Bar

const minuteMillis = 60_000

const positive = (count: number, unit: string): number => {
  if (!(Number.isInteger(count) && count > 0)) throw new RangeError(`${count} ${unit}: give a whole number, 1 or more`)
  return count
}

/** Windows of elapsed time, counted from the beginning of each part of the day. */
const within = (name: string, size: number, calendar: CalendarOf): Windows => {
  const found = Calendar.of(calendar)
  const stretchAt = movingStretch(found)
  return {
    name,
    at: (epochMillis) => {
      const stretch = stretchAt(epochMillis)
      if (isWholeDay(found, stretch, epochMillis)) return undefined
      const timestamp = stretch.from + Math.floor((epochMillis - stretch.from) / size) * size
      return { timestamp, end: Math.min(timestamp + size, stretch.to) }
    },
  }
}

/**
 * Windows of `count` minutes, counted from the opening: 30 minutes of a whole regular session of stocks are 13 bars, from 09:30 on. Trading before the session is counted from its
 * own beginning (04:00), and that after it from the close; no window holds bars of two parts of the day, so the last one of a part may be shorter. Throws a `RangeError` for a
 * count that is not a positive integer.
 */
export const minutes = (count: number, calendar: CalendarOf = "stocks"): Windows =>
  within(`${count} minutes`, positive(count, "minutes") * minuteMillis, calendar)

/** Windows of `count` hours, counted from the opening: 09:30, 10:30 .. 15:30 in stocks, the last one half an hour long. {@link minutes} says more. */
export const hours = (count: number, calendar: CalendarOf = "stocks"): Windows =>
  within(`${count} hours`, positive(count, "hours") * 60 * minuteMillis, calendar)

/** Windows of whole days: of all the bars of a trading date. Their bars have the timestamp of the service's: midnight, or in futures 17:00 of the evening before. */
export const sessions = (calendar: CalendarOf = "stocks"): Windows => {
  const found = Calendar.of(calendar)
  return {
    name: "sessions",
    at: (epochMillis) => {
      const day = Calendar.dayOf(found, epochMillis)
      return { timestamp: Calendar.dayStart(found, day), end: Calendar.dayStart(found, day + 1) }
    },
  }
}

/** Windows of the calendar, by trading dates. */
const dates = (timespan: Timespan, multiplier: number, calendar: CalendarOf): Windows => {
  const found = Calendar.of(calendar)
  const { zone } = found.market
  const window = { multiplier, timespan, zone }
  return {
    name: `${multiplier} ${timespan}`,
    at: (epochMillis) => {
      const midnight = TimeZone.startOfDay(zone, Calendar.dayOf(found, epochMillis))
      const next = TimeZone.dayOf(zone, Window.next(window, midnight))
      return { timestamp: Window.start(window, midnight), end: Calendar.dayStart(found, next) }
    },
  }
}

/** Windows of weeks, from Sunday to Saturday by trading date. Their bars have the timestamp of Sunday's midnight, as the service's have. */
export const weeks = (calendar: CalendarOf = "stocks"): Windows => dates("week", 1, calendar)

/** Windows of calendar months, by trading date. Their bars have the timestamp of the first day's midnight, as the service's have. */
export const months = (calendar: CalendarOf = "stocks"): Windows => dates("month", 1, calendar)

/**
 * The service's own windows of bars: `Resample.timespan(4, "hour")` are those of `{ multiplier: 4, timespan: "hour" }`. Seconds, minutes and hours are counted from midnight, so they
 * do not heed the opening. Throws a `RangeError` for a multiplier that is not a positive integer.
 */
export const timespan = (multiplier: number, timespan: Timespan, calendar: CalendarOf = "stocks"): Windows => {
  positive(multiplier, timespan)
  if (!Window.isClock(timespan)) return dates(timespan, multiplier, calendar)
  const windows = Window.of({ multiplier, timespan, zone: Calendar.of(calendar).market.zone })
  return {
    name: `${multiplier} ${timespan}`,
    at: (epochMillis) => ({ timestamp: windows.start(epochMillis), end: windows.next(epochMillis) }),
  }
}

/** The schema of bars with their ticker. Only its fields are read. */
const TickerBars = /* @__PURE__ */ Schema.Struct({ ticker: Schema.String, ...fields })

const valuesOf = (bar: TickerBar): Values => ({
  ...bar,
  vwap: bar.vwap ?? NaN,
  transactions: bar.transactions ?? NaN,
  otc: bar.otc === true,
  ticker: bar.ticker,
})

const addRows = (resampler: Resampler, bars: Iterable<Bar>): Either.Either<ReadonlyArray<TickerBar>, UnfitBars> => {
  for (const bar of bars) {
    const error = resampler.add(valuesOf(bar))
    if (error !== undefined) return Either.left(error)
  }
  return Either.right(resampler.take())
}

const addColumns = (
  resampler: Resampler,
  { columns, length }: Columns.Columns<TickerBar>,
): Either.Either<ReadonlyArray<TickerBar>, UnfitBars> => {
  const { close, high, low, open, otc, timestamp, transactions, volume, vwap } = columns
  // Rows without a ticker have no such column.
  const ticker = columns.ticker as typeof columns.ticker | undefined
  const bar = { timestamp: 0, open: 0, high: 0, low: 0, close: 0, volume: 0, vwap: 0, transactions: 0, otc: false }
  const values: { -readonly [K in keyof Values]: Values[K] } = { ...bar, ticker: undefined }
  for (let i = 0; i < length; i++) {
    values.timestamp = timestamp[i]!
    values.open = open[i]!
    values.high = high[i]!
    values.low = low[i]!
    values.close = close[i]!
    values.volume = volume[i]!
    values.vwap = vwap[i]!
    values.transactions = transactions[i]!
    values.otc = otc[i] === 1
    values.ticker = ticker?.[i]
    const error = resampler.add(values)
    if (error !== undefined) return Either.left(error)
  }
  return Either.right(resampler.take())
}

const toColumns = <B extends Bar>(bars: ReadonlyArray<TickerBar>): Columns.Columns<Resampled<B>> => {
  const schema: unknown = bars[0]?.ticker === undefined ? Bar : TickerBars
  return Columns.fromRows(schema as Schema.Schema<Resampled<B>>, bars as ReadonlyArray<never>)
}

/** Bars in ascending order, combined by windows: what {@link stream} does, for an array. `Left` with `UnfitBars` as that of a stream fails. */
export const bars: {
  (windows: Windows): <B extends Bar>(self: Iterable<B>) => Either.Either<ReadonlyArray<Resampled<B>>, UnfitBars>
  <B extends Bar>(self: Iterable<B>, windows: Windows): Either.Either<ReadonlyArray<Resampled<B>>, UnfitBars>
} = dual(2, <B extends Bar>(self: Iterable<B>, windows: Windows) => {
  const resampler = new Resampler(windows)
  return Either.map(
    addRows(resampler, self),
    (first) => [...first, ...resampler.finish()] as unknown as ReadonlyArray<Resampled<B>>,
  )
})

/**
 * A stream of bars in ascending order, combined by windows. A bar of a window is emitted when the next window begins, and at the end. Fails with `UnfitBars` at a bar that does not
 * begin after the one before, and in windows of minutes and hours at a bar of a whole day.
 */
export const stream: {
  (
    windows: Windows,
  ): <B extends Bar, E, R>(self: Stream.Stream<B, E, R>) => Stream.Stream<Resampled<B>, E | UnfitBars, R>
  <B extends Bar, E, R>(self: Stream.Stream<B, E, R>, windows: Windows): Stream.Stream<Resampled<B>, E | UnfitBars, R>
} = dual(2, <B extends Bar, E, R>(self: Stream.Stream<B, E, R>, windows: Windows) =>
  Stream.suspend(() => {
    const resampler = new Resampler(windows)
    const chunk = (bars: ReadonlyArray<TickerBar>) =>
      Chunk.unsafeFromArray(bars as unknown as ReadonlyArray<Resampled<B>>)
    return self.pipe(
      Stream.mapChunksEffect((bars) => Either.map(addRows(resampler, bars), chunk)),
      Stream.concat(Stream.suspend(() => Stream.fromChunk(chunk(resampler.finish())))),
    )
  }),
)

/** {@link stream} for columns. Chunks are those of the stream, combined; one without a bar is left out. */
export const columns: {
  (
    windows: Windows,
  ): <B extends Bar, E, R>(
    self: Stream.Stream<Columns.Columns<B>, E, R>,
  ) => Stream.Stream<Columns.Columns<Resampled<B>>, E | UnfitBars, R>
  <B extends Bar, E, R>(
    self: Stream.Stream<Columns.Columns<B>, E, R>,
    windows: Windows,
  ): Stream.Stream<Columns.Columns<Resampled<B>>, E | UnfitBars, R>
} = dual(2, <B extends Bar, E, R>(self: Stream.Stream<Columns.Columns<B>, E, R>, windows: Windows) =>
  Stream.suspend(() => {
    const resampler = new Resampler(windows)
    return self.pipe(
      Stream.mapEffect((chunk) => addColumns(resampler, chunk as unknown as Columns.Columns<TickerBar>)),
      Stream.concat(Stream.fromEffect(Effect.sync(() => resampler.finish()))),
      Stream.filter((bars) => bars.length > 0),
      Stream.map((bars) => toColumns<B>(bars)),
    )
  }),
)
