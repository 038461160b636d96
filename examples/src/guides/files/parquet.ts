import { MarketData } from "@candela/core"
import { Parquet } from "@candela/files"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Console, Effect, Layer, Stream } from "effect"

const { bars } = Stocks.endpoints
const year = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2024-01-01", to: "2024-12-31" } as const

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  yield* stocks.bars.columns(year).pipe(Stream.run(Parquet.file("aapl.parquet", bars, { request: year })))

  const closes = Parquet.columns("aapl.parquet", bars, { columns: ["timestamp", "close"] })
  yield* Stream.runForEach(closes, ({ columns, length }) => Console.log(`${length} rows, first ${columns.close[0]}`))
})

const Live = Stocks.layer.pipe(
  Layer.provide(MarketData.layerConfig()),
  Layer.provide(FetchHttpClient.layer),
  Layer.merge(NodeFileSystem.layer),
)

await Effect.runPromise(Effect.provide(program, Live))
