import { MarketData } from "@candela/core"
import { Indices } from "@candela/indices"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Stream } from "effect"

const program = Effect.gen(function* () {
  const indices = yield* Indices
  // latest values, of all indices or of selected ones
  const { results } = yield* indices.snapshots({ "ticker.any_of": ["I:NDX", "I:SPX"] })
  for (const { ticker, value } of results) yield* Console.log(ticker, value)
  // bars in points: they have no volume
  const june = { multiplier: 1, timespan: "day", from: "2025-06-01", to: "2025-06-30" } as const
  const highest = indices.bars
    .stream({ indicesTicker: "I:SPX", ...june })
    .pipe(Stream.runFold(0, (most, bar) => Math.max(most, bar.high)))
  yield* Console.log(yield* highest)
})

const Live = Indices.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
