import { MarketData } from "@candela/core"
import { Snapshots } from "@candela/snapshots"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Either, Layer } from "effect"

const watchlist = ["AAPL", "MSFT", "X:BTCUSD", "NONE"]

const program = Effect.gen(function* () {
  const snapshots = yield* Snapshots
  const states = yield* Effect.forEach(watchlist, (ticker) => Effect.either(snapshots.get(ticker)), {
    concurrency: "unbounded",
  })
  yield* Console.log(states.map(Either.isRight))
})

const Live = Snapshots.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
