import { NotFound } from "@candela/core/MarketDataError"
import { MarketData } from "@candela/core/MarketData"
import * as Mock from "@candela/core/Mock"
import { type Conversion, Forex, type ForexQuote, type ForexSnapshot } from "@candela/forex"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Layer, Stream } from "effect"

/** A service that gives one document for every request. */
const serving = (document: string) =>
  Forex.layer.pipe(
    Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" })),
    Layer.provideMerge(ScriptedTransport.layer(() => ScriptedTransport.text(document))),
  )

const urls = Effect.map(ScriptedTransport.exchanges, (all) =>
  all.map(({ url }) => decodeURIComponent(url.pathname + url.search)),
)

const conversion = `{
  "converted": 1.2312e2, "from": "AUD", "initialAmount": 100, "request_id": 17, "status": "success", "symbol": "AUD/USD", "to": "USD",
  "last": {"ask": 1.3673344, "bid": 1.3672596, "exchange": 48, "timestamp": 1605555313000, "venue": null}, "extra": [1]
}`

const converted: Conversion = {
  status: "success",
  request_id: "17",
  from: "AUD",
  to: "USD",
  symbol: "AUD/USD",
  initialAmount: 100,
  converted: 123.12,
  last: { ask: 1.3673344, bid: 1.3672596, exchange: 48, timestamp: 1_605_555_313_000 },
}

describe("a conversion", () => {
  it.effect("is one object, which may lack its quote", () =>
    Effect.gen(function* () {
      const forex = yield* Forex
      assert.deepStrictEqual(yield* forex.conversion({ from: "AUD", to: "USD", amount: 100 }), converted)
      const { last: _, ...rest } = converted
      const without = serving(conversion.replace(/"last": \{.*?\}/, '"last": null'))
      const call = Effect.flatMap(Forex, (forex) => forex.conversion({ from: "AUD", to: "USD", amount: 100 }))
      assert.deepStrictEqual(yield* Effect.provide(call, without), rest)
    }).pipe(Effect.provide(serving(conversion))),
  )

  it.effect("is requested with every parameter under its name on the wire", () =>
    Effect.gen(function* () {
      const forex = yield* Forex
      yield* forex.conversion({ from: "AUD", to: "USD", amount: -0.5, precision: 4 })
      yield* forex.conversion({ from: "AUD", to: "USD" })
      assert.deepStrictEqual(yield* urls, ["/v1/conversion/AUD/USD?amount=-0.5&precision=4", "/v1/conversion/AUD/USD"])
    }).pipe(Effect.provide(serving('{"converted": 1, "status": "success"}'))),
  )
})

const wire = (ticker: string, updated: string, more = "") => `{
  "ticker": "${ticker}", "todaysChange": -0.001, "todaysChangePerc": -8.5e-1, "updated": ${updated}, ${more}
  "day": {"o": 1.2, "h": 1.3, "l": 1.1, "c": 1.25, "v": 25933.6, "vw": 1.2},
  "min": {"o": 1.24, "h": 1.26, "l": 1.23, "c": null, "v": 1.2e5, "n": 5, "t": 1605555300000},
  "prevDay": {"o": 1.1, "h": 1.2, "l": 1.0, "c": 1.251, "v": 1, "vw": 1.15},
  "lastQuote": {"a": 1.2501, "b": 1.2499, "t": 1605555313000, "x": 48, "i": "7"}
}`

const snapshotOf = (ticker: string, updated: bigint): ForexSnapshot => ({
  ticker,
  todaysChange: -0.001,
  todaysChangePerc: -0.85,
  updated,
  day: { open: 1.2, high: 1.3, low: 1.1, close: 1.25, volume: 25_933.6, vwap: 1.2 },
  min: { open: 1.24, high: 1.26, low: 1.23, volume: 120_000, transactions: 5, timestamp: 1_605_555_300_000 },
  prevDay: { open: 1.1, high: 1.2, low: 1, close: 1.251, volume: 1, vwap: 1.15 },
  lastQuote: { ask: 1.2501, bid: 1.2499, timestamp: 1_605_555_313_000, exchange: 48, id: "7" },
})

describe("a snapshot", () => {
  it.effect("is one object under `ticker`, exact to the nanosecond", () =>
    Effect.gen(function* () {
      const forex = yield* Forex
      assert.deepStrictEqual(yield* forex.snapshot({ ticker: "C:EUR-USD" }), {
        ...snapshotOf("C:EURUSD", 1_605_555_313_000_000_123n),
        fmv: 1.2502,
      })
      assert.deepStrictEqual(yield* urls, ["/v2/snapshot/locale/global/markets/forex/tickers/C:EUR-USD"])
    }).pipe(
      Effect.provide(
        serving(
          `{"status":"OK","request_id":"1","ticker":${wire("C:EURUSD", "1605555313000000123", '"fmv": 1.2502,')}}`,
        ),
      ),
    ),
  )
})

describe("snapshots", () => {
  const document = `{"tickers":[${wire("C:AUDUSD", "0")},${wire("C:EURUSD", "1605555313000")}],"status":"OK","count":2}`
  const page = {
    status: "OK",
    count: 2,
    results: [snapshotOf("C:AUDUSD", 0n), snapshotOf("C:EURUSD", 1_605_555_313_000n)],
  }

  it.effect("are rows under `tickers`", () =>
    Effect.gen(function* () {
      const forex = yield* Forex
      assert.deepStrictEqual(yield* forex.snapshots({}), page)
    }).pipe(Effect.provide(serving(document))),
  )

  it.effect("are those of all pairs, or of a list that is sent with commas; an empty list is left out", () =>
    Effect.gen(function* () {
      const forex = yield* Forex
      for (const tickers of [undefined, [], "" as const, ["C:EURUSD"], ["C:EUR-USD", "C:AUDUSD"]]) {
        yield* forex.snapshots({ tickers })
      }
      const path = "/v2/snapshot/locale/global/markets/forex/tickers"
      assert.deepStrictEqual(yield* urls, [
        path,
        path,
        path,
        `${path}?tickers=C:EURUSD`,
        `${path}?tickers=C:EUR-USD,C:AUDUSD`,
      ])
    }).pipe(Effect.provide(serving('{"tickers":[],"status":"OK"}'))),
  )

  it.effect("are those of movers in a direction", () =>
    Effect.gen(function* () {
      const forex = yield* Forex
      assert.deepStrictEqual(yield* forex.movers({ direction: "gainers" }), page)
      assert.deepStrictEqual(yield* forex.movers({ direction: "losers" }), page)
      const path = "/v2/snapshot/locale/global/markets/forex"
      assert.deepStrictEqual(yield* urls, [`${path}/gainers`, `${path}/losers`])
      const error = yield* Effect.flip(forex.movers({ direction: "tickers" as never }))
      assert.deepInclude(error, { _tag: "InvalidRequest", parameter: "direction" })
    }).pipe(Effect.provide(serving(document))),
  )
})

const quote: ForexQuote = { participant_timestamp: 7n, bid_price: 1.1 }

describe("a mock", () => {
  it.effect("of the service answers for its methods, and refuses what the client would refuse", () =>
    Effect.gen(function* () {
      const forex = yield* Forex
      assert.deepStrictEqual(yield* forex.conversion({ from: "AUD", to: "USD" }), converted)
      const quotes = yield* Stream.runCollect(forex.quotes.stream({ fxTicker: "C:EURUSD" }, { concurrency: 2 }))
      assert.deepStrictEqual(Chunk.toReadonlyArray(quotes), [quote])
      assert.strictEqual((yield* forex.movers({ direction: "losers" })).results[0]?.ticker, "losers")
      const { results } = yield* forex.snapshots({ tickers: ["C:AUDUSD"] })
      assert.deepStrictEqual(
        results.map(({ ticker }) => ticker),
        ["C:AUDUSD"],
      )
      assert.strictEqual((yield* Effect.flip(forex.snapshot({ ticker: "C:XXXYYY" })))._tag, "NotFound")
      assert.strictEqual((yield* Effect.flip(forex.snapshot({ ticker: "AAPL" })))._tag, "InvalidRequest")
    }).pipe(
      Effect.provide(
        Mock.layer(Forex, {
          conversion: Mock.single(converted),
          movers: Mock.paged(({ direction }) => [snapshotOf(direction, 0n)]),
          quotes: Mock.paged([quote]),
          snapshot: Mock.fail(new NotFound({ endpoint: "forex.snapshot", detail: "" })),
          snapshots: Mock.paged(({ tickers }) =>
            (tickers === "" ? [] : (tickers ?? [])).map((ticker) => snapshotOf(ticker, 0n)),
          ),
        }),
      ),
    ),
  )
})
