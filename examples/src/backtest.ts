/**
 * A back-test that runs fifty times on the same history. The bars are asked for each time, and
 * requested once: unadjusted bars of days that have ended do not change, so the cache keeps them. Here
 * it keeps them in memory; `Cache.layerFileSystem("market-data")` keeps them for the next program too.
 */
import { Cache } from "@candela/core"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { KeyValueStore } from "@effect/platform"
import { Console, Effect, Layer, Stream } from "effect"

const request = {
  stocksTicker: "AAPL",
  multiplier: 1,
  timespan: "minute",
  from: "2025-01-02",
  to: "2025-06-27",
  adjusted: false,
} as const

/** What a dollar becomes that is in the stock whenever the price is above its moving average. */
const backtest = (weight: number) =>
  Effect.gen(function* () {
    const stocks = yield* Stocks
    let [money, average, previous] = [1, 0, 0]
    yield* stocks.bars.columns(request, { pageSize: 10_000 }).pipe(
      Stream.runForEach((chunk) =>
        Effect.sync(() => {
          for (const close of chunk.columns.close) {
            if (previous > average) money *= close / previous
            average = average === 0 ? close : average + weight * (close - average)
            previous = close
          }
        }),
      ),
    )
    return money
  })

const program = Effect.gen(function* () {
  const weights = Array.from({ length: 50 }, (_, index) => 1 / (10 + 20 * index))
  const results = yield* Effect.forEach(weights, backtest)
  yield* Console.log(`the best of ${results.length} averages makes ${Math.max(...results).toFixed(4)} of 1 (synthetic)`)
  const { entries, hits, misses } = yield* Cache.stats
  yield* Console.log(`${hits + misses} pages: ${misses} requested, ${hits} from the cache, which holds ${entries}`)
})

const Live = Stocks.layer.pipe(
  Layer.provideMerge(Cache.layer()),
  Layer.provide(Sandbox.layer()),
  Layer.provide(KeyValueStore.layerMemory),
)

await Effect.runPromise(Effect.provide(program, Live))
