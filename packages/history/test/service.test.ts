/** What is made of the bars of a service is what the service gives. */
import { Crypto } from "@candela/crypto/Crypto"
import type { FuturesBar } from "@candela/futures/Bars"
import { Futures } from "@candela/futures/Futures"
import type * as Resolution from "@candela/futures/Resolution"
import { Forex } from "@candela/forex/Forex"
import * as Resample from "@candela/history/Resample"
import * as Sessions from "@candela/history/Sessions"
import type { Bar } from "@candela/market/Bar"
import * as Market from "@candela/market/Market"
import { midnight } from "@candela/market/TimeZone"
import type { Timespan } from "@candela/market/Timespan"
import * as Window from "@candela/market/Window"
import { Stocks } from "@candela/stocks/Stocks"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Either, FastCheck as fc, Stream } from "effect"
import { connections, serviceOf } from "../../sandbox/test/contract/support.js"
import { runs } from "@candela/support/seeded"
import { rowsOf, rowsOfColumns } from "./madeUpBars.js"

interface Size {
  readonly multiplier: number
  readonly timespan: Timespan
}

interface Range {
  readonly from: string
  readonly to: string
}

/** Two weeks that all have minutes. */
const weeks: Range = { from: "2025-06-15", to: "2025-06-28" }
const week: Range = { from: "2025-06-22", to: "2025-06-28" }
/** Months and quarters that all have days, and a year. */
const years: Range = { from: "2023-10-01", to: "2025-03-31" }

const minutes: Size = { multiplier: 1, timespan: "minute" }
const days: Size = { multiplier: 1, timespan: "day" }

/** The bars of a ticker of each market, through the client. */
const streams = {
  stocks: Effect.map(serviceOf(Stocks), ({ bars }) => (size: Size, range: Range) => {
    return bars.stream({ stocksTicker: "AAPL", ...size, ...range })
  }),
  forex: Effect.map(serviceOf(Forex), ({ bars }) => (size: Size, range: Range) => {
    return bars.stream({ forexTicker: "C:EURUSD", ...size, ...range })
  }),
  crypto: Effect.map(serviceOf(Crypto), ({ bars }) => (size: Size, range: Range) => {
    return bars.stream({ cryptoTicker: "X:BTCUSD", ...size, ...range })
  }),
}
type Name = keyof typeof streams

/** The bars whose windows lie within a range: the service's own bars are whole where a range ends inside of one. */
const inside = (bars: ReadonlyArray<Bar>, size: Size, range: Range, { zone }: Market.Market) => {
  const [begin, end] = [midnight(zone, range.from), Window.next({ ...days, zone }, midnight(zone, range.to))]
  return bars.filter(({ timestamp }) => timestamp >= begin && Window.next({ ...size, zone }, timestamp) <= end)
}

/** Equal, but for the service's rounding: it makes weeks of averages of days that are rounded. */
const assertSame = (actual: ReadonlyArray<Bar>, expected: ReadonlyArray<Bar>, { decimals }: Market.Market) => {
  const without = (bar: Bar) => ({ ...bar, volume: 0, vwap: 0 })
  assert.deepStrictEqual(actual.map(without), expected.map(without))
  actual.forEach(({ volume, vwap }, index) => {
    const bar = expected[index]!
    assert.closeTo(volume, bar.volume, 1e-12 * bar.volume + 0.501 * 10 ** -decimals)
    assert.closeTo(vwap!, bar.vwap!, 1.01 * 10 ** -decimals)
  })
}

const made = (bars: ReadonlyArray<Bar>, windows: Resample.Windows) => Either.getOrThrow(Resample.bars(bars, windows))
const madeOf = (bars: ReadonlyArray<FuturesBar>, windows: Resample.Windows) =>
  Either.getOrThrow(Resample.bars(bars, windows))

const clock = fc.oneof(
  fc.record({ timespan: fc.constant("minute" as const), multiplier: fc.integer({ min: 2, max: 1500 }) }),
  fc.record({ timespan: fc.constant("hour" as const), multiplier: fc.integer({ min: 1, max: 25 }) }),
  fc.record({ timespan: fc.constantFrom("day" as const, "week" as const), multiplier: fc.integer({ min: 1, max: 2 }) }),
)
const calendar = fc.record({
  timespan: fc.constantFrom("day" as const, "week" as const, "month" as const, "quarter" as const, "year" as const),
  multiplier: fc.integer({ min: 1, max: 3 }),
})

/** For sizes that are larger than the bars they are made of. */
const assertForSizes = <E, R>(
  sizes: fc.Arbitrary<Size>,
  count: number,
  law: (size: Size) => Effect.Effect<void, E, R>,
): Effect.Effect<void, E, R> =>
  Effect.forEach(fc.sample(sizes, { seed: 20_250_630, numRuns: runs(count) }), law, { discard: true })

layer(connections["in process"], { excludeTestServices: true })((it) => {
  for (const name of ["stocks", "forex", "crypto"] as const satisfies ReadonlyArray<Name>) {
    const market = Market[name]

    describe(`bars of ${name} are those of the service`, () => {
      it.scoped("made of minutes: of minutes, hours, days and weeks", () =>
        Effect.gen(function* () {
          const bars = yield* streams[name]
          const base = yield* rowsOf(bars(minutes, weeks))
          yield* assertForSizes(clock, 8, (size) =>
            Effect.gen(function* () {
              const expected = inside(yield* rowsOf(bars(size, weeks)), size, weeks, market)
              const windows = Resample.timespan(size.multiplier, size.timespan, name)
              assertSame(inside(made(base, windows), size, weeks, market), expected, market)
            }),
          )
          const daily = yield* rowsOf(bars(days, weeks))
          assert.isAbove(daily.length, 8)
          assertSame(made(base, Resample.sessions(name)), daily, market)
          const weekly = yield* rowsOf(bars({ multiplier: 1, timespan: "week" }, weeks))
          assert.strictEqual(weekly.length, 2)
          assertSame(made(base, Resample.weeks(name)), weekly, market)
        }),
      )

      it.scoped("made of days: of weeks, months, quarters and years", () =>
        Effect.gen(function* () {
          const bars = yield* streams[name]
          const base = yield* rowsOf(bars(days, years))
          yield* assertForSizes(calendar, 16, (size) =>
            Effect.gen(function* () {
              const expected = inside(yield* rowsOf(bars(size, years)), size, years, market)
              const windows = Resample.timespan(size.multiplier, size.timespan, name)
              assertSame(inside(made(base, windows), size, years, market), expected, market)
            }),
          )
          const monthly = yield* rowsOf(bars({ multiplier: 1, timespan: "month" }, years))
          assert.strictEqual(monthly.length, 18)
          assertSame(made(base, Resample.months(name)), monthly, market)
        }),
      )
    })
  }

  describe("bars of futures are those of the service", () => {
    /** Equal, but for rounding; minutes know of no settlement. */
    const assertFutures = (
      actual: ReadonlyArray<FuturesBar>,
      expected: ReadonlyArray<FuturesBar>,
      settled: boolean,
    ) => {
      const without = ({ settlement_price, ...bar }: FuturesBar) => ({
        ...bar,
        dollar_volume: 0,
        settlement_price: settled ? settlement_price : undefined,
      })
      assert.isAbove(expected.length, 1)
      assert.deepStrictEqual(actual.map(without), expected.map(without))
      actual.forEach(({ dollar_volume }, index) => {
        const wanted = expected[index]!.dollar_volume!
        assert.closeTo(dollar_volume!, wanted, 1e-12 * wanted + 0.501e-4)
      })
    }
    /** From one instant to another; an instant is taken for the window that holds it. */
    const between = (from: string, to: string) =>
      ({
        ticker: "ESU5",
        sort: "window_start.asc",
        "window_start.gte": from,
        "window_start.lt": to,
      }) as const
    const evenings = between("2025-06-15T22:00:00Z", "2025-06-29T22:00:00Z")

    it.scoped("made of minutes: of minutes, hours and sessions, as rows and as columns", () =>
      Effect.gen(function* () {
        const { bars } = yield* serviceOf(Futures)
        const base = yield* rowsOf(bars.stream({ ...evenings, resolution: "1min" }))
        const get = (resolution: Resolution.ResolutionText) => rowsOf(bars.stream({ ...evenings, resolution }))
        assertFutures(madeOf(base, Resample.minutes(15, "futures")), yield* get("15min"), false)
        assertFutures(madeOf(base, Resample.timespan(1, "hour", "futures")), yield* get("1hour"), false)
        const sessions = yield* get("1session")
        assert.strictEqual(sessions.length, Sessions.between("2025-06-16", "2025-06-27", "futures").length)
        assertFutures(madeOf(base, Resample.sessions("futures")), sessions, false)
        const columns = bars
          .columns({ ...evenings, resolution: "1min" })
          .pipe(Resample.columns(Resample.sessions("futures")))
        assert.deepStrictEqual(yield* rowsOfColumns(columns), madeOf(base, Resample.sessions("futures")))
      }),
    )

    it.scoped("made of sessions: of weeks and months, with their settlement", () =>
      Effect.gen(function* () {
        const { bars } = yield* serviceOf(Futures)
        const base = yield* rowsOf(
          bars.stream({ ...between("2025-03-02T23:00:00Z", "2025-06-01T22:00:00Z"), resolution: "1session" }),
        )
        const months = between("2025-04-15T00:00:00Z", "2025-06-15T00:00:00Z")
        const monthly = yield* rowsOf(bars.stream({ ...months, resolution: "1month" }))
        // The sessions begin in March, the months in April.
        assertFutures(madeOf(base, Resample.months("futures")).slice(1), monthly, true)
        const weekly = yield* rowsOf(
          bars.stream({ ...between("2025-03-04T00:00:00Z", "2025-06-03T00:00:00Z"), resolution: "1week" }),
        )
        assertFutures(madeOf(base, Resample.weeks("futures")), weekly, true)
      }),
    )
  })

  describe("bars counted from the opening", () => {
    it.scoped("are the service's where half an hour holds a whole number of them", () =>
      Effect.gen(function* () {
        const bars = yield* streams.stocks
        const base = yield* rowsOf(bars(minutes, week))
        for (const multiplier of [2, 15, 30]) {
          const expected = yield* rowsOf(bars({ multiplier, timespan: "minute" }, week))
          assertSame(made(base, Resample.minutes(multiplier)), expected, Market.stocks)
          const regular = expected.filter(({ timestamp }) => Sessions.isOpen(timestamp))
          const stream = bars(minutes, week).pipe(Sessions.regular, Resample.stream(Resample.minutes(multiplier)))
          assertSame(yield* rowsOf(stream), regular, Market.stocks)
        }
      }),
    )

    it.scoped("of the regular session are the prices of the day's open and close", () =>
      Effect.gen(function* () {
        const stocks = yield* serviceOf(Stocks)
        const request = { stocksTicker: "AAPL", ...minutes, ...weeks } as const
        const sessions = yield* rowsOfColumns(
          stocks.bars.columns(request).pipe(Sessions.regular, Resample.columns(Resample.sessions())),
        )
        assert.strictEqual(sessions.length, Sessions.between(weeks.from, weeks.to).length)
        yield* Effect.forEach(sessions, (session) =>
          Effect.gen(function* () {
            const { close, from, high, low, open } = yield* stocks.openClose({
              stocksTicker: "AAPL",
              date: Sessions.tradingDay(session.timestamp)!,
            })
            assert.strictEqual(from, Sessions.tradingDay(session.timestamp))
            assert.deepInclude(session, { open, high, low, close })
          }),
        )
        const whole = yield* rowsOf(Stream.fromIterable(sessions).pipe(Resample.stream(Resample.weeks())))
        assert.strictEqual(whole.length, 2)
      }),
    )
  })
})
