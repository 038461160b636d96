import { MarketData } from "@candela/core"
import { OptionChain, Options } from "@candela/options"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Stream } from "effect"

const program = Effect.gen(function* () {
  const options = yield* Options
  // the chain of an underlying, arranged by expiration and strike
  const chain = options.chain.stream({ underlyingAsset: "AAPL", expiration_date: "2025-07-18" })
  const matrix = OptionChain.matrix(yield* Stream.runCollect(chain))
  const call = matrix.at("2025-07-18", 190)?.call
  yield* Console.log(call?.details.ticker, call?.day?.close, call?.implied_volatility, call?.greeks?.delta)
  // the previous day of a contract
  const { results } = yield* options.previousDayBar({ optionsTicker: "O:AAPL250718C00190000" })
  yield* Console.log(results[0]?.close, results[0]?.volume)
})

const Live = Options.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
