import { MarketData } from "@candela/core"
import { Forex } from "@candela/forex"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Stream } from "effect"

const program = Effect.gen(function* () {
  const forex = yield* Forex
  // quotes of a day as columns: nanoseconds in a BigInt64Array
  const day = { fxTicker: "C:EURUSD", "timestamp.gte": "2025-06-26", "timestamp.lt": "2025-06-27" }
  const quotes = yield* forex.quotes.columns(day).pipe(Stream.runFold(0, (sum, { length }) => sum + length))
  const { converted } = yield* forex.conversion({ from: "EUR", to: "USD", amount: 100 })
  yield* Console.log(`${quotes} quotes; 100 euros are ${converted} dollars`)
})

const Live = Forex.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
