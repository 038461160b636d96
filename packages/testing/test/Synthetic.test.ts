import * as Catalog from "@candela/catalog/Catalog"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketDataError } from "@candela/core/MarketDataError"
import * as Mock from "@candela/core/Mock"
import { Snapshots } from "@candela/snapshots/Snapshots"
import { Stocks } from "@candela/stocks/Stocks"
import { Futures } from "@candela/futures/Futures"
import * as Arbitraries from "@candela/testing/Arbitraries"
import * as Synthetic from "@candela/testing/Synthetic"
import { assert, describe, it } from "@effect/vitest"
import { type Context, Effect, FastCheck, Schema, Stream } from "effect"
import { sampled } from "@candela/support/seeded"

type AnyMethod = ((request: object) => Effect.Effect<unknown, MarketDataError>) & {
  readonly stream?: (request: object) => Stream.Stream<unknown, MarketDataError>
}

type AnyService = Context.Tag<never, Readonly<Record<string, AnyMethod>>> & Mock.Service<never, object>

const bars = { stocksTicker: "AAPL", multiplier: 1, timespan: "day", from: "2024-03-04", to: "2024-03-29" } as const

const stocks = <A, E>(use: (stocks: Stocks.Service) => Effect.Effect<A, E>, options?: Synthetic.Options) =>
  Effect.provide(Effect.flatMap(Stocks, use), Synthetic.layer(Stocks, options))

describe("a synthetic service", () => {
  for (const { name, tag: service } of Catalog.services) {
    for (const [method, endpoint] of sampled(Object.entries<Endpoint.Any>(service.endpoints), name.length)) {
      it(`${name}.${method} answers every request with rows of its schema, the same ones for the same seed`, () => {
        const tag = service as unknown as AnyService
        const call = (request: object) =>
          Effect.flatMap(tag, (methods) => methods[method]!(request)).pipe(
            Effect.provide(Synthetic.layer(tag, { rows: 3 })),
            Effect.runSync,
          )
        const isRow = Schema.is(
          Schema.typeSchema(endpoint.kind === "single" ? endpoint.value : endpoint.row) as Schema.Schema.AnyNoContext,
        )
        FastCheck.assert(
          FastCheck.property(Arbitraries.request(endpoint), (request) => {
            const answer = call(request)
            const rows = endpoint.kind === "single" ? [answer] : (answer as { results: ReadonlyArray<unknown> }).results
            assert.isAbove(rows.length, 0)
            for (const row of rows) assert.isTrue(isRow(row))
            assert.deepStrictEqual(call(request), answer)
          }),
          { seed: 12, numRuns: 10 },
        )
      })
    }
  }

  it.effect("gives other rows for another seed and for another request", () =>
    Effect.gen(function* () {
      const page = yield* stocks(({ bars: call }) => call(bars))
      assert.notDeepEqual(yield* stocks(({ bars: call }) => call(bars), { seed: 2 }), page)
      assert.notDeepEqual(yield* stocks(({ bars: call }) => call({ ...bars, stocksTicker: "MSFT" })), page)
    }),
  )

  it.effect("gives as many rows as it is told to, in every form, and no more than the limit", () =>
    Effect.gen(function* () {
      const { results } = yield* stocks(({ bars: call }) => call(bars), { rows: 7 })
      const streamed = yield* stocks(({ bars: { stream } }) => Stream.runCollect(stream(bars)), { rows: 7 })
      assert.strictEqual(results.length, 7)
      assert.deepStrictEqual([...streamed], results)
      const few = yield* stocks(({ bars: call }) => call({ ...bars, limit: 4 }), { rows: 7 })
      assert.strictEqual(few.results.length, 4)
      const paid = (limit: number) => stocks(({ dividends }) => dividends({ limit, sort: "cash_amount" }))
      const [some, all] = [yield* paid(4), yield* paid(7)]
      for (const row of some.results) assert.deepInclude(all.results, row)
    }),
  )

  it.effect("puts the rows of a history into its range, in the order of the request", () =>
    Effect.gen(function* () {
      const { results } = yield* stocks(({ bars: call }) => call({ ...bars, sort: "desc" }))
      const times = results.map(({ timestamp }) => timestamp)
      assert.deepStrictEqual(
        times,
        [...new Set(times)].sort((one, other) => other - one),
      )
      for (const time of times) {
        assert.isTrue(time >= Date.parse("2024-03-04T05:00:00Z") && time < Date.parse("2024-03-30T04:00:00Z"))
      }
      const range = { ticker: "ESU5", "window_start.gte": "2024-03-04", "window_start.lt": "2024-03-29" } as const
      const futures = yield* Effect.provide(
        Effect.flatMap(Futures, (futures) => futures.bars({ ...range, resolution: "1hour" })),
        Synthetic.layer(Futures),
      )
      for (const { ticker, window_start } of futures.results) {
        assert.strictEqual(ticker, "ESU5")
        assert.strictEqual(new Date(Number(window_start! / 1_000_000n)).toISOString().slice(0, 7), "2024-03")
      }
    }),
  )

  it.effect("puts what a request names into its rows", () =>
    Effect.gen(function* () {
      const paid = yield* stocks(({ dividends }) =>
        dividends({ ticker: "KO", distribution_type: "special", sort: "cash_amount.desc" }),
      )
      for (const row of paid.results) assert.deepInclude(row, { ticker: "KO", distribution_type: "special" })
      const day = yield* stocks(({ openClose }) => openClose({ stocksTicker: "KO", date: "2024-03-04" }))
      assert.strictEqual(day.symbol, "KO")
      const all = yield* stocks(({ snapshots }) => snapshots({ tickers: ["KO", "PEP", "BRK.A"] }))
      assert.deepStrictEqual(
        all.results.map(({ ticker }) => ticker),
        ["KO", "PEP", "BRK.A"],
      )
    }),
  )

  it.effect("answers the methods that are made of others", () =>
    Effect.gen(function* () {
      const tickers = ["AAPL", "X:BTCUSD", "C:EURUSD"]
      const found = yield* Effect.forEach(tickers, (ticker) => Effect.flatMap(Snapshots, ({ get }) => get(ticker)), {
        concurrency: "unbounded",
      })
      assert.deepStrictEqual(
        found.map(({ ticker }) => ticker),
        tickers,
      )
    }).pipe(Effect.provide(Synthetic.layer(Snapshots))),
  )

  it.effect("refuses what the client refuses, and gives way to the mocks of a test", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(stocks(({ bars: call }) => call({ ...bars, multiplier: 0 })))
      assert.strictEqual(refused._tag, "InvalidRequest")
      const own = Mock.layer(Stocks, { ...Synthetic.methods(Stocks), bars: Mock.paged(() => []) })
      const [page, day] = yield* Effect.provide(
        Effect.flatMap(Stocks, (stocks) =>
          Effect.all([stocks.bars(bars), stocks.openClose({ stocksTicker: "KO", date: "2024-03-04" })]),
        ),
        own,
      )
      assert.deepStrictEqual(page.results, [])
      assert.strictEqual(day.symbol, "KO")
    }),
  )
})
