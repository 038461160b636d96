import { MarketData, Retry } from "@candela/core"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer } from "effect"

const close = (stocksTicker: string, date: string) =>
  Effect.gen(function* () {
    const stocks = yield* Stocks
    return (yield* stocks.openClose({ stocksTicker, date }, { retry: Retry.make({ times: 2 }) })).close
  }).pipe(
    Effect.catchTag("NotFound", () => Effect.succeed(undefined)), // a holiday, or an unknown ticker
  )

const program = Effect.gen(function* () {
  yield* Console.log(yield* close("AAPL", "2025-06-27"), yield* close("AAPL", "2025-06-28"))
  const error = yield* Effect.flip(close("AAPL", "tomorrow"))
  yield* Console.log(`${error._tag}: ${error.message}`)
})

const Live = Stocks.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
