/** The program of docs/resuming.md. */
import { Checkpoints, MarketData } from "@candela/core"
import { Stocks, type Bar } from "@candela/stocks"
import { FetchHttpClient, KeyValueStore } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Console, Effect, Layer, Option, Stream } from "effect"

const Connection = MarketData.layerConfig().pipe(Layer.provide(FetchHttpClient.layer))
const request = {
  stocksTicker: "AAPL",
  multiplier: 1,
  timespan: "minute",
  from: "2025-06-02",
  to: "2025-06-06",
} as const

const written: Array<Bar> = []
const write = (bar: Bar) => Effect.sync(() => written.push(bar))
const dropRowsAfter = (rows: number) => Effect.sync(() => written.splice(rows))

// #region resume
const Live = Stocks.layer.pipe(
  Layer.provideMerge(Checkpoints.layer),
  Layer.provide(Connection),
  Layer.provide(KeyValueStore.layerFileSystem("checkpoints")),
  Layer.provide(NodeContext.layer),
)

const download = Effect.gen(function* () {
  const stocks = yield* Stocks
  const saved = yield* Checkpoints.load("AAPL") // Option<Checkpoint>
  yield* dropRowsAfter(Option.match(saved, { onNone: () => 0, onSome: ({ rows }) => rows }))
  yield* stocks.bars.stream(request, { checkpoint: "AAPL", concurrency: 4 }).pipe(Stream.runForEach(write))
})
// #endregion

await Effect.runPromise(Effect.provide(download, Live))
await Effect.runPromise(Effect.provide(download, Live))
await Effect.runPromise(Console.log(`${written.length} rows, also when it is requested again`))
