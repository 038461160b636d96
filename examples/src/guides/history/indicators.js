import { MarketData } from "@candela/core"
import { Indicator, Resample, Sessions } from "@candela/history"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Option, Stream } from "effect"

const days = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2025-06-16", to: "2025-06-18" }

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  // The strength of half hours of the regular session, which the service does not compute.
  const strengths = stocks.bars
    .stream(days)
    .pipe(Sessions.regular, Resample.stream(Resample.minutes(30)), Indicator.stream(Indicator.rsi(14)))
  yield* Console.log(yield* Stream.runCount(strengths)) // 25
  const last = Option.getOrThrow(yield* Stream.runLast(strengths))
  yield* Console.log(new Date(last.timestamp).toISOString()) // 2025-06-18T19:30:00.000Z
})

const Live = Stocks.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
