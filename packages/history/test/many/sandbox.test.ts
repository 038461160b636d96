import { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import type * as Method from "@candela/core/Method"
import * as Preview from "@candela/core/Preview"
import { Crypto } from "@candela/crypto"
import { Forex } from "@candela/forex"
import { Futures } from "@candela/futures"
import * as Many from "@candela/history/Many"
import type { TickerFailed } from "@candela/history/ManyError"
import { sessions } from "@candela/market/Calendar"
import { Sandbox } from "@candela/sandbox/Sandbox"
import { Stocks } from "@candela/stocks"
import * as HttpClient from "@effect/platform/HttpClient"
import { assert, describe, layer } from "@effect/vitest"
import { Chunk, Duration, Effect, FastCheck as fc, Layer, Stream } from "effect"
import { seeded } from "./support.js"

/** The paths that were asked for. */
let asked: Array<string> = []

const recorded = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(
    HttpClient.HttpClient,
    HttpClient.mapRequest((request) => {
      asked.push(decodeURIComponent(new URL(request.url).pathname))
      return request
    }),
  ),
).pipe(Layer.provide(Sandbox.layerHttpClient()))

const services = Layer.mergeAll(Stocks.layer, Forex.layer, Crypto.layer, Futures.layer).pipe(
  Layer.provide(MarketData.layer({ baseUrl: "http://sandbox", apiKey: "sandbox" })),
  Layer.provide(recorded),
)

const rowsOf = <A, E, R>(stream: Stream.Stream<A, E, R>): Effect.Effect<ReadonlyArray<A>, E, R> =>
  Effect.map(Stream.runCollect(stream), Chunk.toReadonlyArray)

/** What a loop over the tickers gives. */
const byHand = <R extends object, A extends object>(
  method: { readonly stream: (request: R, options?: Method.StreamOptions) => Stream.Stream<A, MarketDataError> },
  requests: ReadonlyArray<R>,
  tickers: ReadonlyArray<string>,
): Effect.Effect<ReadonlyArray<Many.Row<A>>, MarketDataError> =>
  Effect.map(
    Effect.forEach(requests, (request, index) =>
      Effect.map(rowsOf(method.stream(request)), (rows) => rows.map((row) => ({ ...row, ticker: tickers[index]! }))),
    ),
    (all) => all.flat(),
  )

/** Both orders of the rows of a method equal those of a loop, in rows and, where it has them, in columns. */
const assertEqual = <R extends object, A extends object>(
  method: Many.Streaming<R, A> & Partial<Pick<Many.History<R, A>, "columns">>,
  requests: ReadonlyArray<R>,
  tickers: ReadonlyArray<string>,
  timeOf: (row: Many.Row<A>) => number | bigint | string,
  direction: "asc" | "desc",
  pageSize?: number,
) =>
  Effect.gen(function* () {
    const concatenated = yield* byHand(method, requests, tickers)
    const least = Math.min(...tickers.map((one) => concatenated.filter(({ ticker }) => ticker === one).length))
    assert.isAbove(least, 0, "each ticker has rows")
    const compare = (one: Many.Row<A>, other: Many.Row<A>) => {
      const [a, b] = [timeOf(one), timeOf(other)]
      return a === b ? 0 : a < b === (direction === "asc") ? -1 : 1
    }
    for (const [order, expected] of [
      ["requests", concatenated],
      ["time", [...concatenated].sort(compare)],
    ] as const) {
      const options = { order, pageSize }
      assert.deepStrictEqual(yield* rowsOf(Many.stream<R, A>(method, requests, options)), expected)
      if (method.columns === undefined) continue
      const chunks = yield* rowsOf(Many.columns(method as Many.History<R, A>, requests, options))
      assert.deepStrictEqual(
        chunks.flatMap((chunk) => [...chunk.toRows()]),
        expected,
      )
    }
  })

describe("many tickers of the sandbox", () => {
  layer(services, { excludeTestServices: true })((it) => {
    it.effect("are what a loop over them gives: bars of stocks", () =>
      Effect.gen(function* () {
        const stocks = yield* Stocks
        const tickers = ["MSFT", "AAPL", "ODFL"]
        const range = { multiplier: 15, timespan: "minute", from: "2024-03-07", to: "2024-03-08" } as const
        const requests = tickers.map((stocksTicker) => ({ stocksTicker, ...range }))
        yield* assertEqual(stocks.bars, requests, tickers, ({ timestamp }) => timestamp, "asc", 700)
        const downwards = requests.map((request) => ({ ...request, sort: "desc" as const }))
        yield* assertEqual(stocks.bars, downwards, tickers, ({ timestamp }) => timestamp, "desc")
      }),
    )

    it.effect("are what a loop over them gives: dividends, a paged method sorted by dates", () =>
      Effect.gen(function* () {
        const stocks = yield* Stocks
        const tickers = ["MSFT", "AAPL", "KO"]
        const downwards = { "ex_dividend_date.gte": "2023-01-01", sort: "ex_dividend_date.desc" } as const
        const requests = tickers.map((ticker) => ({ ticker, ...downwards }))
        yield* assertEqual(stocks.dividends, requests, tickers, (row) => row.ex_dividend_date ?? "", "desc", 3)
        const upwards = requests.map((request) => ({ ...request, sort: "ex_dividend_date.asc" as const }))
        yield* assertEqual(stocks.dividends, upwards, tickers, (row) => row.ex_dividend_date ?? "", "asc")
      }),
    )

    it.effect("are what a loop over them gives: quotes at exact nanoseconds, under the tickers of the service", () =>
      Effect.gen(function* () {
        const forex = yield* Forex
        const requests = ["C:EUR-USD", "C:GBPUSD"].map((fxTicker) => ({
          fxTicker,
          "timestamp.gte": "2024-03-07T10:00:00Z",
          "timestamp.lt": "2024-03-07T11:00:00Z",
        }))
        const tickers = ["C:EURUSD", "C:GBPUSD"]
        yield* assertEqual(forex.quotes, requests, tickers, (row) => row.participant_timestamp ?? 0n, "desc", 100)
      }),
    )

    it.effect("are what a loop over them gives: indicators of pairs, and sessions of futures", () =>
      Effect.gen(function* () {
        const crypto = yield* Crypto
        const tickers = ["X:BTCUSD", "X:ETHUSD"]
        const indicators = tickers.map((cryptoTicker) => ({ cryptoTicker, window: 5, "timestamp.gte": "2024-03-01" }))
        yield* assertEqual(crypto.sma, indicators, tickers, (row) => row.timestamp ?? 0, "desc")
        const futures = yield* Futures
        const contracts = ["ESU5", "GCQ5"]
        const bars = contracts.map((ticker) => ({ ticker, "window_start.gte": "2025-06-01" }))
        yield* assertEqual(futures.bars, bars, contracts, (row) => row.window_start, "desc")
      }),
    )

    it.effect("go on where the service or the client refuses one of them", () =>
      Effect.gen(function* () {
        const stocks = yield* Stocks
        const range = { multiplier: 1, timespan: "day", from: "2024-03-07", to: "2024-03-11" } as const
        const requests = ["X:BTCUSD", "AAPL"].map((stocksTicker) => ({ stocksTicker, ...range }))
        for (const order of ["time", "requests"] as const) {
          const told: Array<TickerFailed> = []
          const rows = yield* rowsOf(
            Many.stream(stocks.bars, requests, {
              order,
              onFailure: (failures) => Effect.sync(() => void told.push(...failures)),
            }),
          )
          assert.deepStrictEqual(
            rows.map(({ ticker }) => ticker),
            ["AAPL", "AAPL", "AAPL"],
          )
          assert.deepStrictEqual(
            told.map(({ error, ticker }) => [ticker, error._tag]),
            [["X:BTCUSD", "InvalidRequest"]],
          )
        }
      }),
    )

    const days = fc.record({ first: fc.nat(150), length: fc.integer({ min: 1, max: 9 }) }).map(({ first, length }) => {
      const dateAt = (day: number) => new Date(Date.parse("2024-01-20") + day * 86_400_000).toISOString().slice(0, 10)
      return { from: dateAt(first), to: dateAt(first + length) }
    })
    // Split, over the counter, delisted, unknown, and one of another case.
    const tickers = fc.uniqueArray(
      fc.constantFrom("ODFL", "NVDA", "AAPL", "FNMA", "SPLK", "BRK.A", "NOSUCH", "msft", "MSFT"),
    )

    it.effect.prop(
      "have the same daily bars whether days or tickers are asked for",
      { days, tickers, adjusted: fc.constantFrom(undefined, true, false) },
      ({ adjusted, days, tickers }) =>
        Effect.gen(function* () {
          const stocks = yield* Stocks
          const request = { ...days, tickers, adjusted }
          const byTicker = yield* rowsOf(Many.daily(stocks, request, { by: "ticker" }))
          asked = []
          const byDay = yield* rowsOf(Many.daily(stocks, request, { by: "day" }))
          assert.deepStrictEqual(byDay, byTicker)
          assert.deepStrictEqual(
            asked,
            sessions(days.from, days.to).map(({ date }) => `/v2/aggs/grouped/locale/us/market/stocks/${date}`),
          )
        }),
      seeded(40),
    )

    it.effect("are all of a market's daily bars by day, sorted by time and ticker", () =>
      Effect.gen(function* () {
        const stocks = yield* Stocks
        const days = { from: "2024-03-07", to: "2024-03-11" }
        const rows = yield* rowsOf(Many.daily(stocks, { ...days, include_otc: true }))
        const tickers = [...new Set(rows.map(({ ticker }) => ticker))].sort()
        assert.isAbove(tickers.length, 25)
        assert.include(tickers, "FNMA")
        assert.deepStrictEqual(rows, yield* rowsOf(Many.daily(stocks, { ...days, tickers }, { by: "ticker" })))
        const listed = yield* rowsOf(Many.daily(stocks, days))
        assert.deepStrictEqual(
          listed,
          rows.filter(({ otc }) => otc !== true),
        )
      }),
    )

    it.effect("are asked for by what costs fewer requests, which a preview says", () =>
      Effect.gen(function* () {
        const stocks = yield* Stocks
        const days = { from: "2024-03-05", to: "2024-03-12" }
        const window = { limit: 5, interval: "1 minute" } as const
        for (const [tickers, by, requests, minutes] of [
          [["AAPL", "MSFT"], "ticker", 2, 0],
          [Array.from({ length: 40 }, (_, index) => `T${index}`), "day", 6, 1],
          [undefined, "day", 6, 1],
        ] as const) {
          const preview = yield* Many.dailyPreview(stocks, { ...days, tickers })
          assert.deepInclude(preview, {
            by,
            requests,
            requestsBy: { day: 6, ticker: tickers?.length ?? Infinity },
          })
          assert.strictEqual(Duration.toMinutes(Preview.duration(preview, window)), minutes)
          asked = []
          const shares = (yield* rowsOf(Many.daily(stocks, { ...days, tickers }))).map(preview.progress)
          assert.strictEqual(asked.length, requests)
          assert.strictEqual(asked[0]!.includes("/grouped/"), by === "day")
          assert.isTrue(shares.every((share, index) => share > 0 && share >= (shares[index - 1] ?? 0)))
          if (tickers?.includes("AAPL") !== false) assert.strictEqual(shares.at(-1), 1)
        }
        // The largest market there is: every day since 2005.
        const whole = yield* Many.dailyPreview(stocks, { from: "2005-01-01", to: "2024-12-31" })
        assert.strictEqual(whole.requests, 5033)
      }),
    )
  })
})
