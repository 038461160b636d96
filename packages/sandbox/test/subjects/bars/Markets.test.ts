import { crypto, forex, futures, type Market, stocks } from "@candela/market/Market"
import * as Bars from "@candela/sandbox/subjects/bars/Bars"
import { all } from "@candela/sandbox/dataset/all"
import * as Generated from "@candela/sandbox/subjects/bars/StoredBars"
import * as Generator from "@candela/sandbox/generate/Generator"
import { Store } from "@candela/sandbox/store/Store"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"

const minute = (ticker: string, time: string, price: number, v: number): Generated.MinuteBar => ({
  ticker,
  t: Date.parse(time),
  o: price,
  h: price,
  l: price,
  c: price,
  v,
  vw: price,
  n: 1,
})

/** The same instants in each market: an evening in New York is the next day in UTC. */
const minutesOf = (ticker: string, unit: number) => [
  minute(ticker, "2024-03-04T15:00:00Z", 1 * unit, 1),
  minute(ticker, "2024-03-04T23:59:00Z", 2 * unit, 1),
  minute(ticker, "2024-03-05T00:00:00Z", 3 * unit, 0.00000001),
  minute(ticker, "2024-03-05T00:01:00Z", 4 * unit, 0.00000002),
]

const markets: ReadonlyArray<{ readonly ticker: string; readonly market: Market; readonly unit: number }> = [
  { ticker: "AAPL", market: stocks, unit: 1 },
  { ticker: "C:EURUSD", market: forex, unit: 0.00000001 },
  { ticker: "X:BTCUSD", market: crypto, unit: 1 },
]

const Tables = Layer.effectDiscard(
  Effect.flatMap(Store, (store) =>
    store.transaction((statements) =>
      Effect.zipRight(
        Generator.createTables(statements, all),
        Effect.forEach(markets, ({ market, ticker, unit }) =>
          Generated.write(statements, {
            market,
            tickers: [{ ticker }],
            advance: () => Effect.void,
            writeMinutes: () => Effect.as(Generated.minuteBars.append(statements, minutesOf(ticker, unit)), []),
          }),
        ),
      ),
    ),
  ),
).pipe(Layer.provideMerge(Store.layer({})))

const page = (ticker: string, request: Partial<Bars.BarPageRequest> = {}) =>
  Bars.page({
    ticker,
    market: markets.find((known) => known.ticker === ticker)!.market,
    multiplier: 1,
    timespan: "day",
    from: "2024-03-01",
    to: "2024-03-31",
    adjusted: true,
    sort: "asc",
    limit: 5_000,
    now: Date.parse("2024-03-10T12:00:00Z"),
    ...request,
  }).pipe(
    Effect.map(({ results }) => JSON.parse(results) as ReadonlyArray<Record<"t" | "o" | "c" | "v" | "vw", number>>),
  )

const times = (bars: ReadonlyArray<{ readonly t: number }>) => bars.map(({ t }) => new Date(t).toISOString())

layer(Tables)("bars of several markets in the same tables", (it) => {
  it.effect("have the days of their own market", () =>
    Effect.gen(function* () {
      // All four minutes lie on one day in New York, which begins at 05:00 UTC.
      assert.deepStrictEqual(times(yield* page("AAPL")), ["2024-03-04T05:00:00.000Z"])
      for (const ticker of ["C:EURUSD", "X:BTCUSD"]) {
        assert.deepStrictEqual(times(yield* page(ticker)), ["2024-03-04T00:00:00.000Z", "2024-03-05T00:00:00.000Z"])
      }
    }),
  )

  it.effect("of a day in progress are made of its minutes so far, by the market's own midnight", () =>
    Effect.gen(function* () {
      const now = Date.parse("2024-03-05T00:01:30Z")
      assert.deepStrictEqual(
        (yield* page("AAPL", { now })).map(({ c, o }) => [o, c]),
        [[1, 3]],
      )
      assert.deepStrictEqual(
        (yield* page("X:BTCUSD", { now })).map(({ c, o }) => [o, c]),
        [
          [1, 2],
          [3, 3],
        ],
      )
    }),
  )

  it.effect("have the decimals of their market, stored and computed", () =>
    Effect.gen(function* () {
      const [, bitcoin] = yield* page("X:BTCUSD")
      assert.strictEqual(bitcoin!.v, 0.00000003)
      // (3 * 1 + 4 * 2) / 3
      assert.strictEqual(bitcoin!.vw, 3.66666667)
      const [euro] = yield* page("C:EURUSD", { timespan: "week" })
      assert.strictEqual(euro!.v, 2.00000003)
      const [apple] = yield* page("AAPL")
      assert.strictEqual(apple!.v, 2)
    }),
  )

  it.effect("have seconds that add up to their minutes", () =>
    Effect.gen(function* () {
      for (const ticker of ["C:EURUSD", "X:BTCUSD"]) {
        const minutes = yield* page(ticker, { timespan: "minute" })
        assert.deepStrictEqual(yield* page(ticker, { timespan: "second", multiplier: 60 }), minutes)
      }
    }),
  )

  it.effect("have windows of hours from their market's midnight", () =>
    Effect.gen(function* () {
      const starts = (market: Market) =>
        Effect.map(page("X:BTCUSD", { market, timespan: "hour", multiplier: 18 }), (bars) => times(bars))
      assert.deepStrictEqual(yield* starts(crypto), [
        "2024-03-04T00:00:00.000Z",
        "2024-03-04T18:00:00.000Z",
        "2024-03-05T00:00:00.000Z",
      ])
      assert.deepStrictEqual(yield* starts(futures), ["2024-03-04T06:00:00.000Z", "2024-03-05T00:00:00.000Z"])
    }),
  )

  it.effect("have a regular session in stocks alone", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const rows = yield* store.query(
        "SELECT ticker FROM day_bars WHERE session_open IS NOT NULL OR pre_market IS NOT NULL OR after_hours IS NOT NULL",
      )
      assert.deepStrictEqual(rows, [{ ticker: "AAPL" }])
    }),
  )
})
