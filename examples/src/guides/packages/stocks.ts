import { MarketData } from "@candela/core"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Stream } from "effect"

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const week = {
    stocksTicker: "AAPL",
    multiplier: 1,
    timespan: "minute",
    from: "2025-06-02",
    to: "2025-06-06",
  } as const
  const volume = yield* stocks.bars.stream(week).pipe(Stream.runFold(0, (sum, bar) => sum + bar.volume))
  const { close } = yield* stocks.openClose({ stocksTicker: "AAPL", date: "2025-06-06" })
  yield* Console.log(`${volume} shares, the last close ${close}`)
})

const Live = Stocks.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
