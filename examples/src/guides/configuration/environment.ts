import { MarketData, RateLimit } from "@candela/core"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer } from "effect"

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const { results } = yield* stocks.previousDayBar({ stocksTicker: "AAPL" })
  yield* Console.log(`AAPL closed at ${results[0]?.close}`)
})

const Live = Stocks.layer.pipe(
  Layer.provide(MarketData.layerConfig({ rateLimit: RateLimit.unlimited, timeout: "10 seconds" })),
  Layer.provide(FetchHttpClient.layer),
)

await Effect.runPromise(Effect.provide(program, Live))
