import { Evicted } from "@candela/core/LiveError"
import * as Mock from "@candela/core/Mock"
import { CryptoLive } from "@candela/crypto/Live"
import { assert, describe, it } from "@effect/vitest"
import { type LiveStockTrade, StocksLive } from "@candela/stocks/Live"
import { Cause, Chunk, Effect, Exit, Stream } from "effect"

const trade = (ticker: string, price: number): LiveStockTrade => ({
  ...{ ticker, price, timestamp: 1, exchange: 4, id: String(price), decimal_size: "1.0" },
})
const gap = { _tag: "Gap", reason: "cut", tickers: ["AAPL"], from: 1, to: 2, filled: false } as const
const evicted = new Evicted({ cluster: "stocks", origin: "wss://example.com", urlFrom: "url", times: 3, within: 1 })

const collect = <A, E>(stream: Stream.Stream<A, E>) => Effect.map(Stream.runCollect(stream), Chunk.toReadonlyArray)

describe("Mock.topic", () => {
  const rows = [trade("AAPL", 1), trade("MSFT", 2), trade("AAPL", 3)]

  it.effect("streams the rows of the tickers, or of all", () =>
    Effect.gen(function* () {
      const live = yield* StocksLive
      assert.deepStrictEqual(yield* collect(live.trades(["AAPL"])), [trade("AAPL", 1), trade("AAPL", 3)])
      assert.deepStrictEqual(yield* collect(live.trades("*")), rows)
      assert.deepStrictEqual(yield* collect(live.trades.events(["MSFT"])), [{ _tag: "Rows", rows: [trade("MSFT", 2)] }])
    }).pipe(Effect.provide(Mock.layer(StocksLive, { trades: Mock.topic(rows) }))),
  )

  it.effect("gives gaps and revisions as events, and follows what the history has, too", () =>
    Effect.gen(function* () {
      const live = yield* StocksLive
      const before = { ticker: "AAPL", price: 3, timestamp: 1, exchange: 4, id: "3" }
      assert.deepStrictEqual(yield* collect(live.trades.follow({ ticker: "AAPL", from: "2025-06-02" })), [
        { _tag: "Rows", rows: [{ ticker: "AAPL", price: 1, timestamp: 1, exchange: 4, id: "1" }] },
        gap,
        { _tag: "Revised", before, row: { ...before, price: 4 } },
      ])
      assert.deepStrictEqual(
        (yield* collect(live.trades(["AAPL"]))).map(({ price }) => price),
        [1, 4],
      )
    }).pipe(
      Effect.provide(
        Mock.layer(StocksLive, {
          trades: Mock.topic([
            trade("AAPL", 1),
            gap,
            trade("MSFT", 2),
            { _tag: "Revised", before: trade("AAPL", 3), row: { ...trade("AAPL", 3), price: 4 } },
          ]),
        }),
      ),
    ),
  )

  it.effect("streams what a function of the tickers returns, until it fails", () =>
    Effect.gen(function* () {
      const live = yield* StocksLive
      const seen: Array<number> = []
      const exit = yield* Effect.exit(
        Stream.runForEach(live.trades(["AAPL"]), ({ price }) => Effect.sync(() => seen.push(price))),
      )
      assert.deepStrictEqual(exit, Exit.fail(evicted))
      assert.deepStrictEqual(seen, [1])
      assert.deepStrictEqual(yield* Effect.exit(Stream.runDrain(live.quotes("*"))), Exit.fail(evicted))
    }).pipe(
      Effect.provide(
        Mock.layer(StocksLive, {
          trades: Mock.topic((tickers) => Stream.concat(Stream.make(trade(tickers[0]!, 1)), Stream.fail(evicted))),
          quotes: Mock.topic(evicted),
        }),
      ),
    ),
  )

  it.effect("knows a pair by every spelling of its ticker", () =>
    Effect.gen(function* () {
      const live = yield* CryptoLive
      assert.strictEqual((yield* collect(live.trades(["X:BTC-USD"]))).length, 1)
    }).pipe(
      Effect.provide(Mock.layer(CryptoLive, { trades: Mock.topic([{ ticker: "X:BTCUSD", price: 1, timestamp: 1 }]) })),
    ),
  )

  it.effect("leaves topics that die and say their names", () =>
    Effect.gen(function* () {
      const live = yield* StocksLive
      const exit = yield* Effect.exit(Stream.runDrain(live.trades(["AAPL"])))
      assert.match(Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "", /StocksLive\.trades is not mocked/)
    }).pipe(Effect.provide(Mock.layer(StocksLive, {}))),
  )
})
