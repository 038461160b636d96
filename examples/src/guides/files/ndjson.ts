import { MarketData } from "@candela/core"
import { NdJson } from "@candela/files"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Console, Effect, Layer, Stream } from "effect"

const { news } = Stocks.endpoints

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  yield* stocks.news.stream({ ticker: "AAPL" }).pipe(Stream.take(3), Stream.run(NdJson.file("news.ndjson", news)))
  yield* NdJson.read("news.ndjson", news).pipe(Stream.runForEach((article) => Console.log(article.title)))
})

const Live = Stocks.layer.pipe(
  Layer.provide(MarketData.layerConfig()),
  Layer.provide(FetchHttpClient.layer),
  Layer.merge(NodeFileSystem.layer),
)

await Effect.runPromise(Effect.provide(program, Live))
