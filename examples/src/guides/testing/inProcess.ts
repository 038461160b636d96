import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Console, Effect, Layer } from "effect"

const InProcess = Stocks.layer.pipe(Layer.provide(Sandbox.layer({ dataset: "small" })))

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const { results } = yield* stocks.previousDayBar({ stocksTicker: "AAPL" })
  yield* Console.log(`AAPL closed at ${results[0]?.close}`)
})

await Effect.runPromise(Effect.provide(program, InProcess))
