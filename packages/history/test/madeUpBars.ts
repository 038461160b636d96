/** Bars of made-up days, for the tests of operators on bars. */
import * as Columns from "@candela/core/Columns"
import { Bar } from "@candela/market/Bar"
import * as Calendar from "@candela/market/Calendar"
import { dayNumber } from "@candela/market/TimeZone"
import { Chunk, Effect, FastCheck as fc, Stream } from "effect"

export const minute = 60_000

/**
 * Days that are unlike others: daylight-saving time begins and ends, early closes, holidays, closings
 * by events, a leap day, the ends of years, the weeks around them; and any day from 1990 to 2035.
 */
export const day: fc.Arbitrary<number> = fc.oneof(
  fc
    .constantFrom(
      "1999-12-31",
      "2001-09-11",
      "2002-07-05",
      "2012-10-29",
      "2024-02-29",
      "2024-03-08",
      "2024-03-10",
      "2024-03-11",
      "2024-03-29",
      "2024-07-03",
      "2024-11-01",
      "2024-11-03",
      "2024-11-04",
      "2024-11-29",
      "2024-12-24",
      "2024-12-31",
      "2025-01-01",
    )
    .map(dayNumber),
  fc.integer({ min: dayNumber("1990-01-01"), max: dayNumber("2035-12-31") }),
)

export const calendarName = fc.constantFrom(...Calendar.names)

const price = fc.integer({ min: 1, max: 10_000 }).map((cents) => cents / 100)

/**
 * Bars of minutes in ascending order, on some days from one on: some without trades, averages or
 * counts; never at midnight, when stocks would refuse them.
 */
export const minutesFrom = (first: number, market: Calendar.Name): fc.Arbitrary<ReadonlyArray<Bar>> => {
  const calendar = Calendar.of(market)
  const place = fc.record(
    {
      day: fc.integer({ min: 0, max: 9 }),
      minute: fc.integer({ min: 1, max: 22 * 60 }),
      prices: fc.array(price, { minLength: 4, maxLength: 4 }),
      volume: fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 9, arbitrary: fc.nat(1_000) }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      hasVwap: fc.integer({ min: 0, max: 19 }),
      transactions: fc.nat(50),
      hasTransactions: fc.integer({ min: 0, max: 19 }),
    },
    { noNullPrototype: true },
  )
  return fc.uniqueArray(place, { maxLength: 60, selector: ({ day, minute }) => day * 1440 + minute }).map((places) =>
    places
      .map(({ day, hasTransactions, hasVwap, minute: at, prices, share, transactions, volume }): Bar => {
        const [low, high] = [Math.min(...prices), Math.max(...prices)]
        return {
          timestamp: Calendar.dayStart(calendar, first + day) + at * minute,
          open: prices[0]!,
          close: prices[1]!,
          high,
          low,
          volume,
          ...(hasVwap === 0 ? {} : { vwap: low + (high - low) * share }),
          ...(hasTransactions === 0 ? {} : { transactions }),
        }
      })
      .filter(({ timestamp }) => !isMidnight(timestamp, calendar))
      .sort((one, other) => one.timestamp - other.timestamp),
  )
}

const isMidnight = (timestamp: number, calendar: Calendar.Calendar) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: calendar.market.zone, timeStyle: "short" }).format(timestamp) === "00:00"

/** The bars of a market from a day on. */
export const history: fc.Arbitrary<{ readonly market: Calendar.Name; readonly bars: ReadonlyArray<Bar> }> = fc
  .tuple(day, calendarName)
  .chain(([first, market]) => minutesFrom(first, market).map((bars) => ({ market, bars })))

/** Cuts an array into parts of these sizes, over and over. */
export const parts = <A>(all: ReadonlyArray<A>, sizes: ReadonlyArray<number>): ReadonlyArray<ReadonlyArray<A>> => {
  const found: Array<ReadonlyArray<A>> = []
  for (let at = 0, turn = 0; at < all.length; turn++) {
    const size = sizes[turn % sizes.length]!
    found.push(all.slice(at, at + size))
    at += size
  }
  return found
}

export const sizes = fc.array(fc.integer({ min: 1, max: 17 }), { minLength: 1, maxLength: 4 })

/** A stream of rows in chunks of these sizes. */
export const rowStream = <A>(rows: ReadonlyArray<A>, sizes: ReadonlyArray<number>): Stream.Stream<A> =>
  Stream.fromChunks(...parts(rows, sizes).map(Chunk.unsafeFromArray))

/** A stream of columns in chunks of these sizes. */
export const columnStream = (
  rows: ReadonlyArray<Bar>,
  sizes: ReadonlyArray<number>,
): Stream.Stream<Columns.Columns<Bar>> =>
  Stream.fromIterable(parts(rows, sizes).map((part) => Columns.fromRows(Bar, part)))

/** All rows of a stream of rows. */
export const rowsOf = <A, E, R>(self: Stream.Stream<A, E, R>): Effect.Effect<ReadonlyArray<A>, E, R> =>
  Effect.map(Stream.runCollect(self), Chunk.toReadonlyArray)

/** All rows of a stream of columns. */
export const rowsOfColumns = <Row, E, R>(
  self: Stream.Stream<Columns.Columns<Row>, E, R>,
): Effect.Effect<ReadonlyArray<Row>, E, R> =>
  Effect.map(rowsOf(self), (chunks) => chunks.flatMap((chunk) => chunk.toRows()))
