import { Checkpoints, MarketData } from "@candela/core"
import { Stocks, type Bar } from "@candela/stocks"
import { FetchHttpClient, KeyValueStore } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Console, Effect, Layer, Option, Stream } from "effect"

const week = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2025-06-02", to: "2025-06-06" } as const

const rows: Array<Bar> = [] // your database
const insert = (bar: Bar) => Effect.sync(() => rows.push(bar))
const dropRowsAfter = (count: number) => Effect.sync(() => rows.splice(count))

const download = Effect.gen(function* () {
  const stocks = yield* Stocks
  const saved = yield* Checkpoints.load("AAPL") // Option<Checkpoint>
  yield* dropRowsAfter(Option.match(saved, { onNone: () => 0, onSome: ({ rows }) => rows }))
  yield* stocks.bars.stream(week, { checkpoint: "AAPL", concurrency: 4 }).pipe(Stream.runForEach(insert))
})

const program = Effect.gen(function* () {
  yield* download
  yield* download // the stream is complete: it requests nothing
  yield* Console.log(`${rows.length} rows`)
  yield* Checkpoints.remove("AAPL") // the next download starts again
})

const Live = Stocks.layer.pipe(
  Layer.provideMerge(Checkpoints.layer),
  Layer.provide(MarketData.layerConfig()),
  Layer.provide(FetchHttpClient.layer),
  Layer.provide(KeyValueStore.layerFileSystem("checkpoints")),
  Layer.provide(NodeContext.layer),
)

await Effect.runPromise(Effect.provide(program, Live))
