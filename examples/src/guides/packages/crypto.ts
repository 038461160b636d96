import { MarketData } from "@candela/core"
import { Crypto } from "@candela/crypto"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Stream } from "effect"

const program = Effect.gen(function* () {
  const crypto = yield* Crypto
  // bars in UTC, at all hours of all days
  const year = {
    cryptoTicker: "X:BTCUSD",
    multiplier: 1,
    timespan: "day",
    from: "2024-01-01",
    to: "2024-12-31",
  } as const
  const highest = yield* crypto.bars.stream(year).pipe(Stream.runFold(0, (most, bar) => Math.max(most, bar.high)))
  // the latest moving average
  const { results } = yield* crypto.sma({ cryptoTicker: "X:BTCUSD", window: 20, limit: 1 })
  yield* Console.log(highest, results[0]?.value)
})

const Live = Crypto.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
