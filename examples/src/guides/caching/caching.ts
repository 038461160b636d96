import { Cache, MarketData } from "@candela/core"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Console, Effect, Layer, Stream } from "effect"

const week = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2025-06-02", to: "2025-06-06" } as const

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  for (const turn of ["first", "second"]) {
    const rows = yield* Stream.runCount(stocks.bars.stream({ ...week, adjusted: false }))
    const { hits, misses } = yield* Cache.stats
    yield* Console.log(`${turn} time: ${rows} rows; hits so far ${hits}, misses ${misses}`)
  }
})

const Live = Stocks.layer.pipe(
  Layer.provideMerge(Cache.layerFileSystem("market-data", { maxSize: 5e9 })),
  Layer.provide(MarketData.layerConfig()),
  Layer.provide(FetchHttpClient.layer),
  Layer.provide(NodeContext.layer),
)

await Effect.runPromise(Effect.provide(program, Live))
