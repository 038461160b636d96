import { MarketData } from "@candela/core"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Stream } from "effect"

const week = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2025-06-02", to: "2025-06-06" } as const

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const page = yield* stocks.bars({ ...week, limit: 500 }) // one page
  const rows = yield* stocks.bars.stream(week).pipe(Stream.take(1_000), Stream.runCount) // from many pages
  const volume = yield* stocks.bars
    .columns(week, { shards: 2, concurrency: 2 }) // typed arrays, two ranges at a time, in order
    .pipe(Stream.runFold(0, (sum, { columns }) => columns.volume.reduce((total, one) => total + one, sum)))
  yield* Console.log(page.results.length, rows, volume)
})

const Live = Stocks.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
