import { MarketData } from "@candela/core"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Stream } from "effect"

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const volume = yield* stocks.bars
    .stream({ stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2025-06-02", to: "2025-06-06" })
    .pipe(Stream.runFold(0, (sum, bar) => sum + bar.volume))
  yield* Console.log(volume)
})

const Live = Stocks.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
