import { MarketData } from "@candela/core"
import { Snapshots } from "@candela/snapshots"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer } from "effect"

const program = Effect.gen(function* () {
  const snapshots = yield* Snapshots
  // three look-ups, one request
  const states = yield* Effect.forEach(["AAPL", "C:EURUSD", "X:BTCUSD"], snapshots.get, { concurrency: "unbounded" })
  for (const { ticker, type } of states) yield* Console.log(ticker, type)
})

const Live = Snapshots.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
