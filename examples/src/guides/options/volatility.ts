import { MarketData } from "@candela/core"
import { OptionChain, Options } from "@candela/options"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Stream } from "effect"

const program = Effect.gen(function* () {
  const options = yield* Options
  const matrix = OptionChain.matrix(yield* Stream.runCollect(options.chain.stream({ underlyingAsset: "AAPL" })))

  // from a quote of your own, by rates of your own; beside it what the service says
  const call = matrix.at("2025-08-15", 190)?.call
  const implied = call && OptionChain.implied(call, { rate: 0.0425, dividendYield: 0.005 })
  yield* Console.log("implied", implied?.volatility.toFixed(3), "delta", implied?.greeks?.delta.toFixed(2))
  yield* Console.log("service", call?.implied_volatility?.toFixed(3), "delta", call?.greeks?.delta?.toFixed(2))

  // columns of one length: for a plot, or a file
  const smile = OptionChain.smile(matrix, "2025-08-15")
  yield* Console.log("strikes", smile.strike_price.join(" "))
  yield* Console.log("calls", Array.from(smile.call, (value) => value.toFixed(3)).join(" "))
  const { expiration_date: dates, volatility } = OptionChain.termStructure(matrix)
  for (const [index, date] of dates.entries()) yield* Console.log(date, volatility[index]?.toFixed(3))
})

const Live = Options.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
