import { MarketData, RateLimit, Retry } from "@candela/core"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer } from "effect"

// One connection for all services: its rate limit, its retries, its time limits.
const Connection = MarketData.layerConfig({
  rateLimit: RateLimit.unlimited,
  retry: Retry.make({ times: 3 }),
  timeout: "10 seconds",
})

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const { results } = yield* stocks.previousDayBar({ stocksTicker: "AAPL" })
  yield* Console.log(results[0]?.close)
}).pipe(Effect.catchTag("Unauthorized", (error) => Console.error(error.message)))

const Live = Stocks.layer.pipe(Layer.provide(Connection), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
