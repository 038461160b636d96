import { MarketData } from "@candela/core"
import { Forex } from "@candela/forex"
import { Snapshots } from "@candela/snapshots"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer } from "effect"

const Live = Layer.mergeAll(Stocks.layer, Forex.layer, Snapshots.layer).pipe(
  Layer.provide(MarketData.layerConfig()),
  Layer.provide(FetchHttpClient.layer),
)

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const forex = yield* Forex
  const apple = yield* stocks.previousDayBar({ stocksTicker: "AAPL" })
  const euro = yield* forex.previousDayBar({ forexTicker: "C:EURUSD" })
  yield* Console.log(apple.results[0]?.close, euro.results[0]?.close)
})

await Effect.runPromise(Effect.provide(program, Live))
