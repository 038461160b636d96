import { MarketData } from "@candela/core"
import { Reference } from "@candela/reference"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer } from "effect"

const program = Effect.gen(function* () {
  const reference = yield* Reference
  const { results } = yield* reference.tickers({ market: "stocks", search: "Apple", limit: 3 })
  for (const { name, ticker } of results) yield* Console.log(ticker, name)
})

const Live = Reference.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
