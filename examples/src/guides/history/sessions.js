import { MarketData } from "@candela/core"
import { Resample, Sessions } from "@candela/history"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Stream } from "effect"

const day = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2025-06-18", to: "2025-06-18" }

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const halfHours = stocks.bars.stream(day).pipe(Sessions.regular, Resample.stream(Resample.minutes(30)))
  yield* Console.log(yield* Stream.runCount(halfHours)) // 13
})

const Live = Stocks.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
