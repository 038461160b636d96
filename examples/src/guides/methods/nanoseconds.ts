import { MarketData } from "@candela/core"
import { Forex, ForexQuote } from "@candela/forex"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Schema } from "effect"

const program = Effect.gen(function* () {
  const forex = yield* Forex
  const { results } = yield* forex.quotes({ fxTicker: "C:EURUSD", "timestamp.gte": "2025-06-27", limit: 1 })
  for (const quote of results) {
    const text = JSON.stringify(Schema.encodeSync(ForexQuote)(quote))
    const same = Schema.decodeUnknownSync(ForexQuote)(JSON.parse(text))
    yield* Console.log(same.participant_timestamp === quote.participant_timestamp)
  }
})

const Live = Forex.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
