import { MarketData } from "@candela/core"
import { Arrow } from "@candela/files"
import { Forex } from "@candela/forex"
import { FetchHttpClient } from "@effect/platform"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Console, Effect, Layer, Stream } from "effect"

const { quotes } = Forex.endpoints
const day = { fxTicker: "C:EURUSD", "timestamp.gte": "2025-06-26", "timestamp.lt": "2025-06-27" } as const

const program = Effect.gen(function* () {
  const forex = yield* Forex
  yield* forex.quotes.columns(day).pipe(Stream.run(Arrow.file("eurusd.arrow", quotes, { request: day })))
  yield* Arrow.columns("eurusd.arrow", quotes).pipe(Stream.runForEach(({ length }) => Console.log(`${length} quotes`)))
})

const Live = Forex.layer.pipe(
  Layer.provide(MarketData.layerConfig()),
  Layer.provide(FetchHttpClient.layer),
  Layer.merge(NodeFileSystem.layer),
)

await Effect.runPromise(Effect.provide(program, Live))
