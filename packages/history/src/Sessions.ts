/**
 * Market sessions, and filters for bars of a part of the day.
 *
 * ```ts
 * const range = { from: "2024-01-01", to: "2024-12-31" } as const
 * const minutes = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", ...range } as const
 * stocks.bars.stream(minutes).pipe(Sessions.regular)         // 09:30 to 16:00 New York, 13:00 on early closes
 * stocks.bars.columns(minutes).pipe(Sessions.regular)        // the same in columns
 * futures.bars.stream({ ticker: "ESU5", resolution: "1min" }).pipe(Sessions.only("regular", Calendar.futuresOf("ES")))
 *
 * Sessions.between("2024-12-23", "2024-12-26").map(({ date, earlyClose }) => [date, earlyClose])
 * // [["2024-12-23", false], ["2024-12-24", true], ["2024-12-26", false]]
 * Sessions.isOpen(new Date("2024-12-24T18:30:00Z"))          // false: 13:30 in New York, after an early close
 * Sessions.tradingDay(Date.now(), "futures")                 // "2024-12-26" from 17:00 Chicago of the 25th on
 * ```
 *
 * Every function takes a calendar as its last argument: the name of a market, or one of `Calendar`
 * (`Calendar.futuresOf("CL")`). The default is U.S. stocks. `Calendar` documents the holidays and
 * early closes of each one.
 *
 * **The closing auction of stocks is not in the regular session.** The service puts it into the minute 16:00, which
 * begins when the session ends: it is the first bar of `afterHours`, and the last regular minute's close differs from
 * the official one. `Resample.officialCloses` puts that into days made of regular minutes.
 *
 * A bar belongs to the part of the day in which its window begins. Windows must not span the opening: use
 * minutes, or multiples of them that divide 30. The service counts hours from midnight, so its 09:00 bar holds
 * trades from before and after 09:30; build hours from minutes with `Resample.hours`. Bars of days and longer
 * are refused with `UnfitBars` in stocks, and in forex where they begin on a closed day. In crypto all time is
 * regular, so they pass; bars of futures sessions begin at 17:00 and are indistinguishable from minutes.
 *
 * @module
 */
import * as Adjusted from "@candela/core/internal/Adjusted"
import * as Columns from "@candela/core/Columns"
import * as Calendar from "@candela/market/Calendar"
import type { Session } from "@candela/market/Calendar"
import { dateOfDay, dayNumber } from "@candela/market/TimeZone"
import type * as Chunk from "effect/Chunk"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Stream from "effect/Stream"
import { isWholeDay, movingStretch } from "./internal/stretches.js"
import { UnfitBars } from "./UnfitBars.js"

export { type Session } from "@candela/market/Calendar"

/** A market's name, or a calendar. */
export type CalendarOf = Calendar.Name | Calendar.Calendar

/** An instant: epoch milliseconds, a `Date` or an Effect `DateTime`. */
export type Instant = number | Date | DateTime.DateTime

/** Part of the day. `closed` is the time without trading. */
export type Part = Calendar.Part

/**
 * Bar, or another row with the start of its window: `timestamp` in epoch milliseconds,
 * `window_start` (futures) in epoch nanoseconds.
 */
export type Timed = { readonly timestamp: number } | { readonly window_start: bigint }

/** A chunk of such rows as columns. */
export type TimedColumns =
  | Columns.Columns<{ readonly timestamp: number }>
  | Columns.Columns<{ readonly window_start: bigint }>

const dayOfDate = (date: string): number => {
  const day = dayNumber(date)
  // `Date` parses 2024-02-31 as March 2nd, and accepts other formats.
  if (Number.isInteger(day) && dateOfDay(day) === date) return day
  throw new RangeError(`${JSON.stringify(date)} is not a date: write it as "2024-03-28"`)
}

const toMillis = (instant: Instant): number => {
  const millis = DateTime.isDateTime(instant) ? DateTime.toEpochMillis(instant) : Number(instant)
  if (Number.isNaN(millis)) throw new RangeError("the instant is not a time: its number is NaN")
  return millis
}

/**
 * Returns the session of a date (`yyyy-mm-dd`), or `undefined` when the market is closed that day.
 * Throws a `RangeError` for an invalid date.
 */
export const of = (date: string, calendar: CalendarOf = "stocks"): Session | undefined =>
  Calendar.of(calendar).sessionOfDay(dayOfDate(date))

/**
 * Returns the sessions from one date to another (`yyyy-mm-dd`, both included), in order. Throws a
 * `RangeError` for an invalid date.
 */
export const between = (from: string, to: string, calendar: CalendarOf = "stocks"): ReadonlyArray<Session> => {
  dayOfDate(from)
  dayOfDate(to)
  return Calendar.sessions(from, to, Calendar.of(calendar))
}

/** Returns the part of the day at an instant. */
export const partAt = (instant: Instant, calendar: CalendarOf = "stocks"): Part =>
  Calendar.stretchAt(Calendar.of(calendar), toMillis(instant)).part

/** Whether an instant lies in a regular session. `partAt` distinguishes trading before and after it. */
export const isOpen = (instant: Instant, calendar: CalendarOf = "stocks"): boolean =>
  partAt(instant, calendar) === "regular"

/**
 * Returns the trading date (`yyyy-mm-dd`) of an instant: the date in the market's zone, for futures
 * from 17:00 Chicago on the next day's. `undefined` on days on which the market is closed.
 */
export const tradingDay = (instant: Instant, calendar: CalendarOf = "stocks"): string | undefined => {
  const found = Calendar.of(calendar)
  const day = Calendar.dayOf(found, toMillis(instant))
  return found.sessionOfDay(day) === undefined ? undefined : dateOfDay(day)
}

const nanosOfMilli = 1_000_000n

const timeOfRow = (row: Timed): number => ("timestamp" in row ? row.timestamp : Number(row.window_start / nanosOfMilli))

const timesOfColumns = ({ columns }: TimedColumns): Float64Array =>
  "timestamp" in columns
    ? columns.timestamp
    : Float64Array.from(columns.window_start, (nanos) => Number(nanos / nanosOfMilli))

const isColumns = (chunk: Timed | TimedColumns): chunk is TimedColumns => "toRows" in chunk

/** Selects the bars that begin in the given parts of the day, by the start of their window in epoch milliseconds. */
const selector = (parts: Part | ReadonlyArray<Part>, calendar: CalendarOf) => {
  const wanted = new Set<Part>([parts].flat())
  const found = Calendar.of(calendar)
  const stretchAt = movingStretch(found)
  const operator = `Sessions.only(${JSON.stringify(parts)})`

  const isSelected = (timestamp: number): boolean | UnfitBars => {
    const stretch = stretchAt(timestamp)
    if (wanted.has(stretch.part)) return true
    return isWholeDay(found, stretch, timestamp) && new UnfitBars({ reason: "WholeDay", operator, timestamp })
  }

  const ofColumns = (chunk: TimedColumns): TimedColumns | UnfitBars => {
    const times = timesOfColumns(chunk)
    const ranges: Array<readonly [number, number]> = []
    let start = -1
    for (let i = 0; i < times.length; i++) {
      const selected = isSelected(times[i]!)
      if (typeof selected !== "boolean") return selected
      if (selected && start < 0) start = i
      if (!selected && start >= 0) {
        ranges.push([start, i])
        start = -1
      }
    }
    // The original chunk keeps its checkpoint.
    if (start === 0) return chunk
    if (start > 0) ranges.push([start, times.length])
    return Columns.ranges(chunk as Columns.Columns<Timed>, ranges) as unknown as TimedColumns
  }

  return <A extends Timed | TimedColumns>(chunk: Chunk.Chunk<A>): Either.Either<Chunk.Chunk<A>, UnfitBars> => {
    const taken: Array<A> = []
    for (const item of chunk) {
      const selected = isColumns(item) ? ofColumns(item) : isSelected(timeOfRow(item))
      if (selected instanceof UnfitBars) return Either.left(selected)
      if (selected === true) taken.push(item)
      else if (selected !== false && selected.length > 0) taken.push(selected as A)
    }
    return Either.right(Adjusted.toChunk(Adjusted.mark(taken, Adjusted.ofChunk(chunk))))
  }
}

/**
 * Keeps the bars that begin in one or several parts of the day, in a stream of rows or of columns. Bars outside all
 * hours are in `closed`, so the four parts cover the whole stream. Fails with `UnfitBars` at a bar of a whole day.
 */
export const only =
  (parts: Part | ReadonlyArray<Part>, calendar: CalendarOf = "stocks") =>
  <A extends Timed | TimedColumns, E, R>(self: Stream.Stream<A, E, R>): Stream.Stream<A, E | UnfitBars, R> =>
    Stream.suspend(() => Stream.mapChunksEffect(self, selector(parts, calendar)))

/**
 * {@link only} for one part of the day: `Sessions.regular` in a pipe, for stocks;
 * `Sessions.only("regular", "forex")` for other markets.
 */
type OfPart = <A extends Timed | TimedColumns, E, R>(
  self: Stream.Stream<A, E, R>,
  calendar?: CalendarOf,
) => Stream.Stream<A, E | UnfitBars, R>

/**
 * The bars of the regular session: 09:30 to 16:00 in stocks, 13:00 on early closes, without the closing auction.
 * Streams and errors as for {@link only}.
 */
export const regular: OfPart = (self, calendar) => only("regular", calendar)(self)

/** The bars before the regular session: from 04:00 in stocks. */
export const preMarket: OfPart = (self, calendar) => only("preMarket", calendar)(self)

/** The bars after the regular session: to 20:00 in stocks, 17:00 on early closes. */
export const afterHours: OfPart = (self, calendar) => only("afterHours", calendar)(self)
