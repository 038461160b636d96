import { Alternative } from "@candela/alternative"
import { MarketData } from "@candela/core/MarketData"
import * as Mock from "@candela/core/Mock"
import * as Preview from "@candela/core/Preview"
import * as Request from "@candela/core/Request"
import { Crypto } from "@candela/crypto"
import { Economy } from "@candela/economy"
import { Forex } from "@candela/forex"
import { Futures } from "@candela/futures"
import * as Many from "@candela/history/Many"
import type { TooManyTickers } from "@candela/history/ManyError"
import { Reference } from "@candela/reference"
import { Snapshots } from "@candela/snapshots"
import { Stocks } from "@candela/stocks"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import * as Synthetic from "@candela/testing/Synthetic"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Duration, Effect, Layer, Stream, TestClock } from "effect"
import { histories, requestOf, requestsOf, seeded, serving } from "./support.js"

const rowsOf = <A, E, R>(stream: Stream.Stream<A, E, R>): Effect.Effect<ReadonlyArray<A>, E, R> =>
  Effect.map(Stream.runCollect(stream), Chunk.toReadonlyArray)

const now = TestClock.setTime(Date.parse("2025-06-30T20:00:00Z"))

/** A service of stocks that fails whoever sends something. */
const silent = Stocks.layer.pipe(
  Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" })),
  Layer.provideMerge(ScriptedTransport.layer(() => ScriptedTransport.json({ status: "OK", results: [] }))),
)

const year = { multiplier: 1, timespan: "minute", from: "2024-01-01", to: "2024-12-31" } as const
const yearsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ stocksTicker: `T${index}`, ...year }))

/** The sizes of pages that a stream asks for, and how many requests it makes. */
const sizesOf = (requests: ReadonlyArray<Stocks.BarsRequest>, options: Many.Options) =>
  Effect.gen(function* () {
    const stocks = yield* Stocks
    yield* Stream.runDrain(Many.stream(stocks.bars, requests, options))
    const urls = (yield* ScriptedTransport.exchanges).map(({ url }) => url)
    return [...new Set(urls.map(({ searchParams }) => Number(searchParams.get("limit"))))]
  }).pipe(Effect.provide(silent))

describe("every method of a service that streams, and is asked for one ticker", () => {
  const values: Readonly<Record<string, unknown>> = {
    stocks: "AAPL",
    forex: "C:EURUSD",
    crypto: "X:BTCUSD",
    futures: "ESU5",
    any: "AAPL",
  }
  const others: Readonly<Record<string, unknown>> = {
    multiplier: 1,
    timespan: "day",
    from: "2024-01-02",
    to: "2024-06-28",
    date: "2024-01-02",
  }
  for (const service of [Stocks, Forex, Crypto, Futures, Reference, Snapshots, Economy, Alternative]) {
    for (const [name, endpoint] of Object.entries(service.endpoints)) {
      if (endpoint.kind !== "paged" && endpoint.kind !== "history") continue
      const ticker = Request.nameOf(endpoint, "Ticker")
      it.effect(
        `${endpoint.name} ${ticker === undefined ? "is refused: it has no ticker" : "gives rows with it"}`,
        () =>
          Effect.gen(function* () {
            yield* now
            const methods = (yield* service as unknown as typeof Stocks) as unknown as Record<
              string,
              Stocks.Service["bars"]
            >
            const method = methods[name]!
            if (ticker === undefined) {
              const error = yield* Effect.flip(Stream.runDrain(Many.stream(method, [requestOf("AAPL")])))
              assert.strictEqual(error._tag, "InvalidRequest")
              return
            }
            const kind = endpoint.wireParams[ticker]!.kind
            const text = values[kind._tag === "Ticker" ? kind.market : ""]
            const known = Object.keys(endpoint.wireParams).filter(
              (key) => endpoint.wireParams[key]!.presence === "required",
            )
            const required = Object.fromEntries(known.map((key) => [key, others[key]]))
            const request = { ...required, [ticker]: text } as unknown as Stocks.BarsRequest
            const own = yield* rowsOf(method.stream(request))
            assert.strictEqual(own.length, 10)
            const rows = yield* rowsOf(Many.stream(method, [request, request]))
            assert.deepStrictEqual(
              rows,
              [...own, ...own].map((row) => ({ ...row, ticker: text as string })),
            )
          }).pipe(Effect.provide(Synthetic.layer(service as unknown as typeof Stocks))),
      )
    }
  }
})

describe("the pages of many tickers", () => {
  it.effect("are as large as the endpoint gives in the order of the requests, and by time as large as fit", () =>
    Effect.gen(function* () {
      yield* now
      assert.deepStrictEqual(yield* sizesOf(yearsOf(3), {}), [50_000])
      assert.deepStrictEqual(yield* sizesOf(yearsOf(3), { order: "time" }), [50_000])
      const [some] = yield* sizesOf(yearsOf(5), { order: "time", memory: 5e6 })
      const [half] = yield* sizesOf(yearsOf(10), { order: "time", memory: 5e6 })
      assert.isBelow(some!, 50_000)
      assert.isBelow(half!, some!)
      assert.isAbove(half!, 1000)
      const [larger] = yield* sizesOf(yearsOf(10), { order: "time", memory: 10e6 })
      assert.isAbove(larger!, 2 * half!)
      assert.deepStrictEqual(yield* sizesOf(yearsOf(3), { order: "time", pageSize: 77 }), [77])
    }),
  )

  it.effect("of hour bars are counted in their rows: a page of as many holds 60 times the minutes", () =>
    Effect.gen(function* () {
      yield* now
      const stocks = yield* Stocks
      const options = { order: "time", memory: 3e6 } as const
      const minutes = yield* Many.preview(stocks.bars, yearsOf(30), options)
      const hours = yearsOf(30).map((request) => ({ ...request, timespan: "hour" as const }))
      const preview = yield* Many.preview(stocks.bars, hours, options)
      assert.strictEqual(preview.pageSize, 60 * minutes.pageSize!)
      for (const { bytes } of [minutes, preview]) {
        assert.isAtMost(bytes, 3e6)
        assert.isAbove(bytes, 2.9e6)
      }
    }).pipe(Effect.provide(silent)),
  )

  it.effect("of more tickers than fit are refused, before anything is sent, with what to lower", () =>
    Effect.gen(function* () {
      yield* now
      const stocks = yield* Stocks
      const options = { order: "time", memory: 3e6 } as const
      const error = yield* Effect.flip(
        Stream.runDrain(Many.stream(stocks.bars, yearsOf(60), { ...options, onFailure: () => Effect.void })),
      )
      assert.deepInclude(error, { _tag: "TooManyTickers", requests: 60, endpoint: "stocks.bars", pageRows: 100 })
      assert.match(error.message, /60 requests at a time do not fit in 3 MB, .*: \d+ do\. Give fewer requests/)
      const { fits } = error as TooManyTickers
      yield* Many.preview(stocks.bars, yearsOf(fits), options)
      yield* Effect.flip(Many.preview(stocks.bars, yearsOf(fits + 1), options))
      // What the message advises.
      yield* Many.preview(stocks.bars, yearsOf(60), { memory: 3e6, concurrency: 2 })
      yield* Many.preview(stocks.bars, yearsOf(60), { ...options, memory: 5e6 })
      const large = yield* Effect.flip(Many.preview(stocks.bars, yearsOf(60), { order: "time", pageSize: 50_000 }))
      assert.strictEqual(large._tag, "TooManyTickers")
      assert.deepStrictEqual(yield* ScriptedTransport.exchanges, [])
    }).pipe(Effect.provide(silent)),
  )

  it.effect("of 500 tickers fit, and take no more than the rows of short ranges", () =>
    Effect.gen(function* () {
      yield* now
      const stocks = yield* Stocks
      const { pageSize } = yield* Many.preview(stocks.bars, yearsOf(500), { order: "time" })
      assert.isAbove(pageSize!, 1000)
      const short = yearsOf(60).map((request) => ({ ...request, from: "2024-12-31" }))
      yield* Many.preview(stocks.bars, short, { order: "time", pageSize: 50_000 })
    }).pipe(Effect.provide(silent)),
  )
})

describe("a preview of many tickers", () => {
  it.effect("is the sum of the previews of each, with the size of their pages", () =>
    Effect.gen(function* () {
      yield* now
      const stocks = yield* Stocks
      const requests = [
        ...yearsOf(20),
        ...yearsOf(20).map((request) => ({ ...request, from: "2015-01-01", to: "2016-01-01" })),
      ]
      for (const order of ["requests", "time"] as const) {
        const all = yield* Many.preview(stocks.bars, requests, { order, memory: 5e6 })
        const each = yield* Effect.forEach(requests, (request) =>
          Preview.of(Stocks.endpoints.bars, request, { pageSize: all.pageSize }),
        )
        for (const key of ["requests", "rows", "expectedRows"] as const) {
          assert.strictEqual(
            all[key],
            each.reduce((sum, preview) => sum + preview[key], 0),
          )
        }
        assert.strictEqual(
          Duration.toMinutes(Preview.duration(all, { limit: 100, interval: "1 minute" })),
          Math.floor((all.requests - 1) / 100),
        )
      }
    }).pipe(Effect.provide(silent)),
  )

  it.effect("is refused as the first request that would be, and names its ticker", () =>
    Effect.gen(function* () {
      const stocks = yield* Stocks
      const requests = [...yearsOf(1), { ...year, stocksTicker: "X:BTCUSD" }]
      const error = yield* Effect.flip(Many.preview(stocks.bars, requests))
      assert.deepInclude(error, { _tag: "TickerFailed", ticker: "X:BTCUSD" })
    }).pipe(Effect.provide(silent)),
  )

  const open = Date.parse("2024-01-02T09:00:00Z")
  it.effect.prop(
    "tells a progress that never goes back, and ends at 1 with the last row of full ranges",
    { histories },
    ({ histories }) =>
      Effect.gen(function* () {
        yield* now
        const minutes = histories.map((times) => times.map((time) => open + 60_000 * time))
        const stocks = yield* Effect.provide(Stocks, serving(minutes).layer)
        const requests = requestsOf(histories).map((request, index) => ({
          ...request,
          from: open,
          to: minutes[index]!.at(-1) ?? open,
        }))
        for (const order of ["requests", "time"] as const) {
          const { progress } = yield* Many.preview(stocks.bars, requests, { order })
          const shares = (yield* rowsOf(Many.stream(stocks.bars, requests, { order }))).map(progress)
          assert.isTrue(
            shares.every((share, index) => share >= (shares[index - 1] ?? 0) && share <= 1),
            shares.join(),
          )
        }
      }),
    seeded(24),
  )

  it.effect("tells the share that is done, by ticker or by time", () =>
    Effect.gen(function* () {
      yield* now
      const stocks = yield* Stocks
      const requests = ["A", "B", "A"].map((stocksTicker) => ({
        ...year,
        stocksTicker,
        from: open + 6 * 3_600_000,
        to: open + 7 * 3_600_000 - 1,
      }))
      const bar = { open: 1, high: 1, low: 1, close: 1, volume: 1 }
      const last = open + 7 * 3_600_000 - 60_000
      const half = last - 30 * 60_000
      const byTicker = yield* Many.preview(stocks.bars, requests.slice(0, 2))
      assert.closeTo(byTicker.progress({ ...bar, timestamp: half, ticker: "A" }), 0.25, 1e-9)
      assert.closeTo(byTicker.progress({ ...bar, timestamp: last, ticker: "A" }), 0.5, 1e-9)
      assert.closeTo(byTicker.progress({ ...bar, timestamp: half, ticker: "B" }), 0.75, 1e-9)
      const byTime = yield* Many.preview(stocks.bars, requests, { order: "time" })
      assert.closeTo(byTime.progress({ ...bar, timestamp: half, ticker: "B" }), 0.5, 1e-9)
      assert.strictEqual(byTime.progress({ ...bar, timestamp: last, ticker: "A" }), 1)
    }).pipe(Effect.provide(silent)),
  )
})

describe("requests that make no sense together", () => {
  const refusals: ReadonlyArray<
    readonly [name: string, requests: ReadonlyArray<object>, options: Many.Options, message: RegExp]
  > = [
    ["without a ticker", [{ ...year }], {}, /"stocksTicker" must be given in each request/],
    [
      "in two directions by time",
      [requestOf("A"), { ...requestOf("B"), sort: "desc" }],
      { order: "time" },
      /"order" must be used with requests that are all sorted alike/,
    ],
    [
      "with no concurrency",
      [requestOf("A")],
      { concurrency: 0 },
      /"concurrency" must be a whole number from 1 to 4096/,
    ],
    ["with no memory", [requestOf("A")], { memory: 0.5 }, /"memory" must be a whole number from 1/],
  ]
  for (const [name, requests, options, message] of refusals) {
    it.effect(`are refused (${name})`, () =>
      Effect.gen(function* () {
        const stocks = yield* Stocks
        const stream = Many.stream(stocks.bars, requests as ReadonlyArray<Stocks.BarsRequest>, options)
        const error = yield* Effect.flip(Stream.runDrain(stream))
        assert.strictEqual(error._tag, "InvalidRequest")
        assert.match(error.message, message)
        assert.deepStrictEqual(yield* ScriptedTransport.exchanges, [])
      }).pipe(Effect.provide(silent)),
    )
  }

  it.effect("are refused where rows are not sorted by a time, and merged where they are", () =>
    Effect.gen(function* () {
      const stocks = yield* Stocks
      const dividends = (sort?: "ex_dividend_date.asc" | "ticker.asc") =>
        Stream.runDrain(Many.stream(stocks.dividends, [{ ticker: "A", sort }], { order: "time" }))
      yield* dividends("ex_dividend_date.asc")
      const error = yield* Effect.flip(dividends("ticker.asc"))
      assert.match(error.message, /"order" must be "requests", or the requests sorted by a time/)
    }).pipe(Effect.provide(silent)),
  )

  it.effect("of a function that is no method of an endpoint are a defect that says so", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(Stream.runDrain(Many.stream(Mock.paged([]), [{}])))
      assert.include(String(exit), "not the method of an endpoint with rows")
    }),
  )

  it.effect("are no rows, where there are no requests", () =>
    Effect.gen(function* () {
      const stocks = yield* Stocks
      for (const order of ["requests", "time"] as const) {
        assert.deepStrictEqual(yield* rowsOf(Many.stream(stocks.bars, [], { order })), [])
      }
      assert.strictEqual((yield* Many.preview(stocks.bars, [])).requests, 0)
    }).pipe(Effect.provide(silent)),
  )
})
