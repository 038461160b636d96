/**
 * Bars of longer windows, built from shorter ones: minutes counted from the opening, hours, sessions, weeks, months.
 *
 * ```ts
 * const range = { from: "2024-01-01", to: "2024-12-31" } as const
 * const minutes = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", ...range } as const
 * // 13 bars a day: 09:30, 10:00 .. 15:30
 * stocks.bars.stream(minutes).pipe(Sessions.regular, Resample.stream(Resample.minutes(30)))
 * // a bar a day, of 09:30 to 16:00 alone
 * stocks.bars.columns(minutes).pipe(Sessions.regular, Resample.columns(Resample.sessions()))
 * // a bar a day, as the service makes them
 * stocks.bars.columns(minutes).pipe(Resample.columns(Resample.sessions()))
 * crypto.bars.stream(request).pipe(Resample.stream(Resample.hours(4, "crypto")))
 * ```
 *
 * A bar belongs to the window in which it begins. Fields are combined as follows:
 *
 * | field | of the window |
 * | --- | --- |
 * | `open`, `close`, `high`, `low` | the first bar's, the last bar's, the highest, the lowest |
 * | `volume` | the sum |
 * | `vwap` | the mean of the bars' `vwap`, weighted by volume. Absent where a bar with volume lacks it |
 * | `transactions` | the sum. Absent where a bar lacks it: a partial sum would look like a complete one |
 * | `otc`, `ticker` | the first bar's value |
 * | `timestamp`, `window_start` | the start of the window |
 * | `dollar_volume` of futures | the sum. Absent where a bar lacks it |
 * | `session_end_date`, `settlement_price` of futures | the last bar's value. Minute bars have no settlement price |
 *
 * **The official close of a stock is not the close of its last regular minute.** The service puts the closing auction
 * into the minute 16:00, which is after the regular session: days of `Sessions.regular` end with the last trade
 * before it (109.07, where the official close is 108.86), and lack its volume. {@link officialCloses} puts the
 * official close in. Days made of all minutes, as the service's own day bars, end with the last trade of the evening.
 *
 * Sums and means are not rounded; the service rounds volumes and averages to its market's decimals.
 * A window without bars is left out. The service's day bars contain all minutes of the day,
 * including those before and after the regular session, and so do its week and month bars.
 *
 * Bars of several tickers need a `ticker` in their rows; they may be merged by time or come one
 * ticker after the other. Others count as one ticker. Bars must ascend (futures come descending
 * unless requested with `sort: "window_start.asc"`); memory does not grow with their number.
 * Windows need the calendar of the bars' market; default U.S. stocks.
 *
 * @module
 */
import * as Adjusted from "@candela/core/internal/Adjusted"
import type * as Columns from "@candela/core/Columns"
import type { Stocks } from "@candela/stocks/Stocks"
import type { FuturesBar } from "@candela/futures/Bars"
import type { CallError } from "@candela/core/MarketDataError"
import { Bar } from "@candela/market/Bar"
import * as Calendar from "@candela/market/Calendar"
import type { Timespan } from "@candela/market/Timespan"
import * as TimeZone from "@candela/market/TimeZone"
import * as Window from "@candela/market/Window"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { dual } from "effect/Function"
import * as Stream from "effect/Stream"
import { Kind } from "./internal/resample/kind.js"
import { Resampler, type Windows } from "./internal/resample/resampler.js"
import { type AnyBar, ofRow, reader, toColumns } from "./internal/resample/values.js"
import { isWholeDay, movingStretch } from "./internal/stretches.js"
import type { CalendarOf } from "./Sessions.js"
import { UnfitBars } from "./UnfitBars.js"

export { type Windows } from "./internal/resample/resampler.js"
export { type AnyBar } from "./internal/resample/values.js"

/** Result of resampling bars `B`: bars of the same market, with a `ticker` if `B` has one. */
export type Resampled<B> = B extends { readonly window_start: bigint }
  ? FuturesBar
  : B extends { readonly ticker: infer T }
    ? Bar & { readonly ticker: T }
    : Bar

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
 * Windows of `count` minutes, counted from the opening: a full regular session of stocks has 13 bars
 * of 30 minutes, from 09:30 on. Windows of pre-market trading count from its start (04:00), and
 * those of after-hours trading from the close; no window spans two parts of the day, so the last one
 * of a part may be shorter. Throws a `RangeError` for a count that is not a positive integer.
 */
export const minutes = (count: number, calendar: CalendarOf = "stocks"): Windows =>
  within(`${count} minutes`, positive(count, "minutes") * minuteMillis, calendar)

/**
 * Windows of `count` hours, counted from the opening: 09:30, 10:30 .. 15:30 in stocks, the last one
 * half an hour long. See {@link minutes}.
 */
export const hours = (count: number, calendar: CalendarOf = "stocks"): Windows =>
  within(`${count} hours`, positive(count, "hours") * 60 * minuteMillis, calendar)

/**
 * Windows of whole days: all bars of a trading date. Their timestamps match the service's:
 * midnight, or for futures 17:00 of the previous day.
 */
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

/** Calendar windows, by trading date. */
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

/**
 * Windows of weeks, from Sunday to Saturday by trading date. Their timestamps are Sunday's
 * midnight, as in the service's bars.
 */
export const weeks = (calendar: CalendarOf = "stocks"): Windows => dates("week", 1, calendar)

/**
 * Windows of calendar months, by trading date. Their timestamps are the first day's midnight, as in the service's bars.
 */
export const months = (calendar: CalendarOf = "stocks"): Windows => dates("month", 1, calendar)

/**
 * The service's own windows: `Resample.timespan(4, "hour")` matches
 * `{ multiplier: 4, timespan: "hour" }`. Seconds, minutes and hours count from midnight, regardless
 * of the opening. Throws a `RangeError` for a multiplier that is not a positive integer.
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

const addRows = (resampler: Resampler, bars: Iterable<AnyBar>): Either.Either<ReadonlyArray<AnyBar>, UnfitBars> => {
  for (const bar of bars) {
    const error = resampler.add(ofRow(bar))
    if (error !== undefined) return Either.left(error)
  }
  return Either.right(resampler.take())
}

const addColumns = (
  resampler: Resampler,
  chunk: Columns.Columns<AnyBar>,
): Either.Either<ReadonlyArray<AnyBar>, UnfitBars> => {
  const read = reader(chunk)
  for (let row = 0; row < chunk.length; row++) {
    const error = resampler.add(read(row))
    if (error !== undefined) return Either.left(error)
  }
  return Either.right(resampler.take())
}

/**
 * Combines bars in ascending order by windows: {@link stream} for an array. Returns `Left` with
 * `UnfitBars` where a stream fails.
 */
export const bars: {
  (windows: Windows): <B extends AnyBar>(self: Iterable<B>) => Either.Either<ReadonlyArray<Resampled<B>>, UnfitBars>
  <B extends AnyBar>(self: Iterable<B>, windows: Windows): Either.Either<ReadonlyArray<Resampled<B>>, UnfitBars>
} = dual(2, <B extends AnyBar>(self: Iterable<B>, windows: Windows) => {
  const resampler = new Resampler(windows)
  return Either.map(
    addRows(resampler, self),
    (first) => [...first, ...resampler.finish()] as unknown as ReadonlyArray<Resampled<B>>,
  )
})

/**
 * Combines a stream of bars in ascending order by windows. A window's bar is emitted when the next window
 * begins, and at the end. Fails with `UnfitBars` at a bar that does not begin after the previous one, in
 * windows of minutes and hours at a bar of a whole day, and where adjusted bars follow on others.
 */
export const stream: {
  (
    windows: Windows,
  ): <B extends AnyBar, E, R>(self: Stream.Stream<B, E, R>) => Stream.Stream<Resampled<B>, E | UnfitBars, R>
  <B extends AnyBar, E, R>(
    self: Stream.Stream<B, E, R>,
    windows: Windows,
  ): Stream.Stream<Resampled<B>, E | UnfitBars, R>
} = dual(2, <B extends AnyBar, E, R>(self: Stream.Stream<B, E, R>, windows: Windows) =>
  Stream.suspend(() => {
    const resampler = new Resampler(windows)
    const kind = new Kind(`Resample to ${windows.name}`)
    const chunk = (bars: ReadonlyArray<AnyBar>) =>
      Adjusted.toChunk(Adjusted.mark(bars as ReadonlyArray<Resampled<B>>, kind.adjusted))
    return self.pipe(
      Stream.mapChunksEffect((bars) => {
        const [first] = bars
        const mixed = kind.add(Adjusted.ofChunk(bars), first && ofRow(first))
        return mixed === undefined ? Either.map(addRows(resampler, bars), chunk) : Either.left(mixed)
      }),
      Stream.concat(Stream.suspend(() => Stream.fromChunk(chunk(resampler.finish())))),
    )
  }),
)

/** {@link stream} for columns. Each input chunk becomes one combined chunk; chunks without bars are left out. */
export const columns: {
  (
    windows: Windows,
  ): <B extends AnyBar, E, R>(
    self: Stream.Stream<Columns.Columns<B>, E, R>,
  ) => Stream.Stream<Columns.Columns<Resampled<B>>, E | UnfitBars, R>
  <B extends AnyBar, E, R>(
    self: Stream.Stream<Columns.Columns<B>, E, R>,
    windows: Windows,
  ): Stream.Stream<Columns.Columns<Resampled<B>>, E | UnfitBars, R>
} = dual(2, <B extends AnyBar, E, R>(self: Stream.Stream<Columns.Columns<B>, E, R>, windows: Windows) =>
  Stream.suspend(() => {
    const resampler = new Resampler(windows)
    const kind = new Kind(`Resample to ${windows.name}`)
    return self.pipe(
      Stream.mapEffect((chunk) => {
        const bars = chunk as unknown as Columns.Columns<AnyBar>
        const mixed = kind.add(chunk.adjusted, bars.length > 0 ? reader(bars)(0) : undefined)
        return mixed === undefined ? addColumns(resampler, bars) : Either.left(mixed)
      }),
      Stream.concat(Stream.fromEffect(Effect.sync(() => resampler.finish()))),
      Stream.filter((bars) => bars.length > 0),
      Stream.map((bars) => toColumns(Adjusted.mark(bars, kind.adjusted)) as unknown as Columns.Columns<Resampled<B>>),
    )
  }),
)

/** Options of {@link officialCloses}. */
export interface OfficialCloseOptions {
  /**
   * Whether the bars are adjusted for splits: the closes are requested alike. Bars that are known to differ are
   * `UnfitBars`.
   */
  readonly adjusted: boolean
  /** Ticker of the bars. Default that of each bar. */
  readonly stocksTicker?: string | undefined
  /** Maximum number of concurrent requests. Default 4. */
  readonly concurrency?: number | undefined
}

/**
 * Replaces the close of a stock's session bars by the official close, that of the closing auction, from
 * `stocks.openClose`: one request per bar. A close beyond high or low becomes the high or low, too; open, volume and
 * average stay those of the minutes.
 *
 * ```ts
 * stocks.bars.stream({ ...minutes, adjusted: false }).pipe(
 *   Sessions.regular,
 *   Resample.stream(Resample.sessions()),
 *   Resample.officialCloses(stocks, { stocksTicker: "AAPL", adjusted: false }),
 * )
 * ```
 *
 * Fails as the request does (`NotFound` for a day that the service has no close of), and with `UnfitBars` at a second
 * bar of a day, such as a minute. Dividends have no part in official closes: adjust by them afterwards.
 */
export const officialCloses =
  (
    { openClose }: Pick<Stocks.Service, "openClose">,
    { adjusted, concurrency = 4, stocksTicker }: OfficialCloseOptions,
  ) =>
  <B extends Bar & { readonly ticker?: string }, E, R>(
    self: Stream.Stream<B, E, R>,
  ): Stream.Stream<B, E | UnfitBars | CallError, R> =>
    Stream.suspend(() => {
      const days = new Map<string, string>()
      const unfit = (reason: UnfitBars["reason"], { ticker, timestamp }: B) =>
        new UnfitBars({
          reason,
          operator: "Resample.officialCloses",
          timestamp,
          ...(ticker === undefined ? {} : { ticker }),
        })
      /** Returns the bars with their tickers and days. */
      const dated = (chunk: Chunk.Chunk<B>) => {
        const bars = Chunk.toReadonlyArray(chunk)
        const known = Adjusted.ofChunk(chunk)
        const [first] = bars
        if (first !== undefined && known === !adjusted) {
          return Either.left(unfit(known ? "Adjusted" : "NotAdjusted", first))
        }
        return Either.all(
          bars.map((bar) => {
            const ticker = stocksTicker ?? bar.ticker
            if (ticker === undefined)
              throw new TypeError("Resample.officialCloses: these bars have no ticker; give `stocksTicker`")
            const date = Bar.tradingDay(bar, "stocks")
            // protects: Official closes are put into days alone: a second bar of a day is refused.
            // mutant: "is of days, adjusted as the bars are": > ( → >= (
            if (!(date > (days.get(ticker) ?? ""))) return Either.left(unfit("NotAscending", bar))
            days.set(ticker, date)
            return Either.right({ bar, ticker, date })
          }),
        )
      }
      return self.pipe(
        Stream.mapChunksEffect((chunk) => Either.map(dated(chunk), Chunk.unsafeFromArray)),
        Stream.mapEffect(
          ({ bar, date, ticker }) =>
            Effect.map(openClose({ stocksTicker: ticker, date, adjusted }), ({ close }) => {
              const [high, low] = [Math.max(bar.high, close), Math.min(bar.low, close)]
              return { ...bar, close, high, low }
            }),
          { concurrency },
        ),
        Stream.mapChunks((chunk) => Adjusted.toChunk(Adjusted.mark([...chunk], adjusted))),
      )
    })
