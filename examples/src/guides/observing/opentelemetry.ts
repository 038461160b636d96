import { MarketData } from "@candela/core"
import { Stocks } from "@candela/stocks"
import * as Otlp from "@effect/opentelemetry/Otlp"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer } from "effect"

const Observed = Otlp.layerJson({ baseUrl: "http://localhost:4318", resource: { serviceName: "research" } })

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const { results } = yield* stocks.previousDayBar({ stocksTicker: "AAPL" })
  yield* Console.log(`AAPL closed at ${results[0]?.close}`)
})

const Live = Stocks.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(
  program.pipe(Effect.provide(Live), Effect.provide(Layer.provide(Observed, FetchHttpClient.layer))),
)
