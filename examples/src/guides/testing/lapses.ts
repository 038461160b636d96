import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Console, Effect, Layer } from "effect"

// Each answer has the rows of another ticker.
const Lapsing = Stocks.layer.pipe(Layer.provide(Sandbox.layer({ lapses: { OtherTicker: "always" } })))

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const error = yield* Effect.flip(stocks.previousDayBar({ stocksTicker: "AAPL" }))
  yield* Console.log(`${error._tag}: ${error.message}`)
})

await Effect.runPromise(Effect.provide(program, Lapsing))
