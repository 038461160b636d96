import { MarketData } from "@candela/core"
import { Csv } from "@candela/files"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem" // by its path: the package's index loads more
import { Console, Effect, Layer, Stream } from "effect"

const { bars } = Stocks.endpoints
const year = { stocksTicker: "AAPL", multiplier: 1, timespan: "day", from: "2024-01-01", to: "2024-12-31" } as const

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  yield* stocks.bars.columns(year).pipe(Stream.run(Csv.file("aapl.csv", bars)))

  const highest = yield* Csv.read("aapl.csv", bars).pipe(Stream.runFold(0, (most, bar) => Math.max(most, bar.high)))
  yield* Console.log(`highest price: ${highest}`)
})

const Live = Stocks.layer.pipe(
  Layer.provide(MarketData.layerConfig()),
  Layer.provide(FetchHttpClient.layer),
  Layer.merge(NodeFileSystem.layer),
)

await Effect.runPromise(Effect.provide(program, Live))
