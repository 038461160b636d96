import { MarketData } from "@candela/core"
import { OptionChain, Options } from "@candela/options"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Stream } from "effect"

const program = Effect.gen(function* () {
  const options = yield* Options
  // filters name what the chain's contracts have to agree with; a stream reads all of its pages
  const near = { underlyingAsset: "AAPL", "strike_price.gte": 185, "strike_price.lte": 195 } as const
  const matrix = OptionChain.matrix(yield* Stream.runCollect(options.chain.stream(near)))
  yield* Console.log("expiration", ...matrix.strikes.map((strike) => `${strike} call / put`))
  for (const expiration of matrix.expirations) {
    const prices = matrix.strikes.map((strike) => {
      const pair = matrix.at(expiration, strike)
      return `${pair?.call?.day?.close ?? "-"} / ${pair?.put?.day?.close ?? "-"}`
    })
    yield* Console.log(expiration, ...prices)
  }
})

const Live = Options.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
