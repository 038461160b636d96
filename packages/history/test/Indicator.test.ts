import { Crypto } from "@candela/crypto/Crypto"
import { Forex } from "@candela/forex/Forex"
import * as Columns from "@candela/core/Columns"
import { FuturesBar } from "@candela/futures/Bars"
import * as Indicator from "@candela/history/Indicator"
import * as Resample from "@candela/history/Resample"
import { Indices } from "@candela/indices/Indices"
import { Bar } from "@candela/market/Bar"
import type { MacdValue } from "@candela/market/Indicator"
import * as Market from "@candela/market/Market"
import { Stocks } from "@candela/stocks/Stocks"
import { runs } from "@candela/support/seeded"
import { assert, describe, it, layer } from "@effect/vitest"
import { Chunk, Effect, Either, FastCheck as fc, Stream } from "effect"
import { connections, serviceOf } from "../../sandbox/test/contract/support.js"

const names = ["sma", "ema", "rsi", "macd"] as const

const window = fc.integer({ min: 1, max: 30 })
const asked = fc.record({
  name: fc.constantFrom(...names),
  window,
  short_window: window,
  long_window: window,
  signal_window: window,
  series_type: fc.constantFrom("open" as const, "high" as const, "low" as const, "close" as const),
})
type Asked = typeof asked extends fc.Arbitrary<infer A> ? A : never

/** The indicator of a request of the service. */
const indicatorOf = ({
  long_window: long,
  name,
  series_type: price,
  short_window: short,
  signal_window,
  window,
}: Asked) =>
  name === "macd"
    ? Indicator.macd({ short, long, signal: signal_window }, { price })
    : Indicator[name](window, { price })

/** What the service takes: of the windows only those of the indicator. */
const requestOf = ({ name, series_type, window, ...windows }: Asked) => ({
  ...(name === "macd" ? windows : { window }),
  series_type,
  order: "asc" as const,
  limit: 5_000,
})

/** Equal, but for the decimals to which the service rounds. */
const assertSame = (
  values: ReadonlyArray<MacdValue>,
  expected: ReadonlyArray<MacdValue>,
  { decimals }: Market.Market,
  message: string,
) => {
  const times = (rows: ReadonlyArray<MacdValue>) => rows.map(({ timestamp }) => timestamp)
  assert.deepStrictEqual(times(values), times(expected), message)
  const last = 10 ** -decimals
  for (const [index, row] of values.entries()) {
    const service = expected[index]!
    assert.deepStrictEqual(Object.keys(row).sort(), Object.keys(service).sort(), message)
    assert.closeTo(row.value!, service.value!, 0.501 * last, message)
    if (row.signal === undefined) continue
    assert.closeTo(row.signal, service.signal!, 0.501 * last, message)
    // The service subtracts what it has rounded.
    assert.closeTo(row.histogram!, service.histogram!, 1.01 * last, message)
  }
}

const range = { multiplier: 1, from: "2000-01-01", to: "2025-12-31" } as const

/** Bars and indicators of a ticker of each market. */
const markets = {
  stocks: Effect.map(serviceOf(Stocks), (stocks) => ({
    market: Market.stocks,
    // A stock with a split: adjusted prices and prices as traded differ.
    bars: (timespan: "day" | "week", adjusted: boolean) =>
      stocks.bars.stream({ stocksTicker: "NVDA", timespan, adjusted, ...range }),
    ask: (asked: Asked, timespan: "day" | "week", adjusted: boolean) =>
      stocks[asked.name]({ stockTicker: "NVDA", timespan, adjusted, ...requestOf(asked) }),
  })),
  crypto: Effect.map(serviceOf(Crypto), (crypto) => ({
    market: Market.crypto,
    bars: (timespan: "day" | "week") => crypto.bars.stream({ cryptoTicker: "X:BTCUSD", timespan, ...range }),
    ask: (asked: Asked, timespan: "day" | "week") =>
      crypto[asked.name]({ cryptoTicker: "X:BTCUSD", timespan, ...requestOf(asked) }),
  })),
  forex: Effect.map(serviceOf(Forex), (forex) => ({
    market: Market.forex,
    bars: (timespan: "day" | "week") => forex.bars.stream({ forexTicker: "C:EURUSD", timespan, ...range }),
    ask: (asked: Asked, timespan: "day" | "week") =>
      forex[asked.name]({ fxTicker: "C:EURUSD", timespan, ...requestOf(asked) }),
  })),
}

describe("the indicators of bars", () => {
  layer(connections["in process"], { excludeTestServices: true })((it) => {
    for (const [name, service] of Object.entries(markets)) {
      it.scoped(`of ${name} are the service's own, of its bars and of weeks made of its days`, () =>
        Effect.gen(function* () {
          const { ask, bars, market } = yield* service
          const sample = fc.sample(fc.tuple(asked, fc.boolean()), { seed: 41, numRuns: runs(8) })
          for (const [request, adjusted] of sample) {
            const message = JSON.stringify({ ...request, adjusted })
            const of = Indicator.stream(indicatorOf(request))
            const days = yield* Stream.runCollect(bars("day", adjusted).pipe(of))
            const whole = yield* ask(request, "day", adjusted)
            assertSame([...days] as ReadonlyArray<MacdValue>, whole.results, market, message)
            const weeks = bars("day", adjusted).pipe(
              Resample.stream(Resample.weeks(name as keyof typeof markets)),
              of,
              Stream.runCollect,
            )
            const weekly = yield* ask(request, "week", adjusted)
            assertSame([...(yield* weeks)] as ReadonlyArray<MacdValue>, weekly.results, market, message)
          }
        }),
      )
    }

    it.scoped("of indices are the service's own, of the bars that come with them", () =>
      Effect.gen(function* () {
        const indices = yield* serviceOf(Indices)
        for (const request of fc.sample(asked, { seed: 42, numRuns: runs(8) })) {
          const page = yield* indices[request.name]({
            ...{ indicesTicker: "I:SPX", ...requestOf(request) },
            expand_underlying: true,
          })
          const bars = page.underlying!.aggregates!
          assert.notProperty(bars[0], "volume")
          const values = Either.getOrThrow(Indicator.values(bars, indicatorOf(request)))
          assertSame(values as ReadonlyArray<MacdValue>, page.results, Market.stocks, JSON.stringify(request))
        }
      }),
    )
  })
})

const minute = 60_000
const price = fc.integer({ min: 1, max: 10_000 }).map((cents) => cents / 100)
const bars = fc
  .array(fc.record({ open: price, high: price, low: price, close: price }, { noNullPrototype: true }), {
    maxLength: 120,
  })
  .map((all) => all.map((prices, index): Bar => ({ ...prices, volume: 1, timestamp: index * minute })))

const valuesOf = <B extends Indicator.PricedBar, Value>(all: ReadonlyArray<B>, indicator: Indicator.Indicator<Value>) =>
  Either.getOrThrow(Indicator.values(all, indicator))

describe("the values of bars", () => {
  it.effect("are the same in rows and in columns, however they are cut into chunks", () =>
    Effect.gen(function* () {
      const sample = fc.sample(fc.tuple(bars, asked, fc.integer({ min: 1, max: 50 })), { seed: 43, numRuns: runs(40) })
      for (const [all, request, size] of sample) {
        const indicator = indicatorOf(request)
        const expected = valuesOf(all, indicator) as ReadonlyArray<object>
        const chunks = Chunk.toReadonlyArray(Chunk.chunksOf(Chunk.fromIterable(all), size))
        const rows = yield* Stream.runCollect(
          Stream.fromChunks(...chunks).pipe(Indicator.stream(indicator as Indicator.Indicator<object>)),
        )
        assert.deepStrictEqual([...rows] as ReadonlyArray<object>, expected)
        const columns = yield* Stream.fromIterable(chunks).pipe(
          Stream.map((chunk) => Columns.fromRows(Bar, [...chunk])),
          Indicator.columns(indicator as Indicator.Indicator<object>),
          Stream.runCollect,
        )
        assert.deepStrictEqual(
          [...columns].flatMap((chunk) => chunk.toRows() as ReadonlyArray<object>),
          expected,
        )
        for (const { length } of columns) assert.isAbove(length, 0)
      }
    }),
  )

  it("of several tickers are those of each alone, merged by time or one ticker after the other", () => {
    for (const [one, other] of fc.sample(fc.tuple(bars, bars), { seed: 44, numRuns: runs(20) })) {
      const named = (all: ReadonlyArray<Bar>, ticker: string) => all.map((bar) => ({ ...bar, ticker }))
      const [a, b] = [named(one, "A"), named(other, "B")]
      const indicator = Indicator.macd({ short: 2, long: 5, signal: 3 })
      const expected = [...valuesOf(a, indicator), ...valuesOf(b, indicator)]
      assert.deepStrictEqual(valuesOf([...a, ...b], indicator), expected)
      const merged = [...a, ...b].sort((x, y) => x.timestamp - y.timestamp)
      const byTicker = valuesOf(merged, indicator).toSorted((x, y) =>
        x.ticker < y.ticker ? -1 : x.ticker > y.ticker ? 1 : 0,
      )
      assert.deepStrictEqual(byTicker, expected)
    }
  })

  it.effect("of futures have the start of their windows", () =>
    Effect.gen(function* () {
      const all = [3, 5, 8].map((close, index): FuturesBar => ({
        ...{ ticker: "ESU5", open: 1, high: 9, low: 1, close, volume: 1 },
        window_start: BigInt(index) * 60_000_000_000n,
      }))
      const expected = [
        { window_start: 60_000_000_000n, ticker: "ESU5", value: 4 },
        { window_start: 120_000_000_000n, ticker: "ESU5", value: 6.5 },
      ]
      assert.deepStrictEqual(valuesOf(all, Indicator.sma(2)), expected)
      const [columns] = yield* Stream.make(Columns.fromRows(FuturesBar, all)).pipe(
        Indicator.columns(Indicator.sma(2)),
        Stream.runCollect,
      )
      assert.deepStrictEqual(columns!.toRows(), expected)
      assert.deepStrictEqual(columns!.columns.window_start, new BigInt64Array([60_000_000_000n, 120_000_000_000n]))
    }),
  )

  it.effect("fail at a bar that does not begin after the one before, and where adjusted ones follow on others", () =>
    Effect.gen(function* () {
      const bar = (minutes: number): Bar => ({
        ...{ open: 1, high: 1, low: 1, close: 1, volume: 1 },
        timestamp: minutes * minute,
      })
      const descending = Either.flip(Indicator.values([bar(2), bar(1)], Indicator.sma(1)))
      assert.include(
        Either.getOrThrow(descending).message,
        "Indicator sma: the bar at 1970-01-01T00:01:00.000Z does not",
      )
      const chunks = [false, true].map((adjusted, index) =>
        Columns.withAdjusted(Columns.fromRows(Bar, [bar(index)]), adjusted),
      )
      const mixed = yield* Stream.fromIterable(chunks).pipe(
        Indicator.columns(Indicator.rsi()),
        Stream.runDrain,
        Effect.flip,
      )
      assert.deepInclude(mixed, { _tag: "UnfitBars", reason: "Mixed", operator: "Indicator rsi" })
    }),
  )

  it("refuse a window that is none", () => {
    for (const window of [0, -1, 2.5, NaN, Infinity]) {
      assert.throws(() => Indicator.ema(window), RangeError)
      assert.throws(() => Indicator.macd({ signal: window }), RangeError)
    }
  })
})
