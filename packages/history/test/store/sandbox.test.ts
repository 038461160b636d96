import { Forex } from "@candela/forex"
import { Store, Universe } from "@candela/history"
import { Parquet } from "@candela/files"
import { Reference } from "@candela/reference"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Layer, Stream, TestClock } from "effect"

const now = Date.parse("2025-06-30T20:00:00Z")

const folder = Layer.unwrapScoped(
  Effect.map(
    Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped({ prefix: "candela-store-" })),
    Store.layer,
  ),
)

const Live = Layer.mergeAll(Stocks.layer, Forex.layer, Reference.layer).pipe(
  Layer.provideMerge(Sandbox.layer({ now })),
  Layer.merge(folder),
  Layer.provideMerge(NodeContext.layer),
)

/** The names of a store's files of bars: they hold the digests of their bytes. */
const filesOf = (store: Store.Service) =>
  Effect.map(
    Effect.flatMap(FileSystem.FileSystem, (fs) => fs.readDirectory(store.folder, { recursive: true })),
    (names) => names.filter((name) => name.startsWith("bars/") && name.endsWith(".parquet")).sort(),
  )

/** The rows of a ticker's files, in the order of their names. */
const kept = (part: string) =>
  Effect.gen(function* () {
    const [fs, store] = yield* Effect.all([FileSystem.FileSystem, Store])
    const names = (yield* fs.readDirectory(store.folder, { recursive: true })).filter(
      (name) => name.includes(part) && name.endsWith(".parquet"),
    )
    const files = yield* Effect.forEach(names.sort(), (name) =>
      Stream.runCollect(Parquet.read(`${store.folder}/${name}`, Stocks.endpoints.bars)),
    )
    return { names, rows: files.flatMap((file) => Chunk.toReadonlyArray(file)) }
  })

/** Stocks of the sandbox: every eighth one, and all over-the-counter ones. */
const someStocks = Effect.gen(function* () {
  const { tickers } = yield* Reference
  const { results } = yield* tickers({ market: "stocks", limit: 1000 })
  const otc = yield* tickers({ market: "otc", limit: 1000 })
  assert.isNotEmpty(otc.results)
  return [...results.filter((_, index) => index % 8 === 0), ...otc.results].map(({ ticker }) => ticker)
})

describe("a store of the sandbox's histories", () => {
  it.effect("has the bars that the client gives: minutes by month, of stocks and of pairs", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const [store, stocks, forex] = yield* Effect.all([Store, Stocks, Forex])
      const range = { from: "2025-05-30", to: "2025-06-02" }
      const minute = { multiplier: 1, timespan: "minute", adjusted: false, ...range } as const

      yield* store.sync(Universe.bars(Stocks.endpoints.bars, { tickers: ["AAPL", "MSFT"], timespan: "minute" }), range)
      for (const ticker of ["AAPL", "MSFT"]) {
        const direct = yield* Stream.runCollect(stocks.bars.stream({ stocksTicker: ticker, ...minute }))
        const { names, rows } = yield* kept(`ticker=${ticker}/2025`)
        assert.isAbove(rows.length, 500)
        assert.strictEqual(names.length, 2)
        assert.deepStrictEqual(rows, [...Chunk.toReadonlyArray(direct)])
      }

      const pairs = Universe.bars(Forex.endpoints.bars, { tickers: ["C:EUR-USD"], timespan: "hour" })
      yield* store.sync(pairs, range)
      const direct = yield* Stream.runCollect(
        forex.bars.stream({ forexTicker: "C:EURUSD", ...minute, timespan: "hour" }),
      )
      const { names, rows } = yield* kept("C%3AEURUSD")
      assert.deepStrictEqual(
        names.map((name) => name.slice(0, -17)),
        ["2025-05", "2025-06"].map((month) => `bars/market=forex/timespan=1hour/ticker=C%3AEURUSD/${month}`),
      )
      assert.deepStrictEqual(rows, [...Chunk.toReadonlyArray(direct)])
      assert.deepStrictEqual((yield* store.verify()).damages, [])
    }).pipe(Effect.provide(Live)),
  )

  it.effect("has the same files of daily bars by trading day as by ticker, of over-the-counter stocks too", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const daily = Universe.bars(Stocks.endpoints.bars, { tickers: yield* someStocks, timespan: "day" })
      const range = { from: "2025-06-16", to: "2025-06-27" }
      const written = (by: "day" | "ticker") =>
        Effect.gen(function* () {
          const store = yield* Store
          yield* store.sync(daily, range, { by, datasets: ["bars"] })
          return yield* filesOf(store)
        }).pipe(Effect.provide(Layer.fresh(folder)))
      const byDay = yield* written("day")
      assert.isAbove(byDay.length, 12)
      assert.deepStrictEqual(byDay, yield* written("ticker"))
    }).pipe(Effect.provide(Live)),
  )
})
