/** Task 2: the volume of a week, from minute bars. */
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Console, Effect, Layer, Stream } from "effect"

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const volume = yield* stocks.bars
    .stream({ stocksTicker: "MSFT", multiplier: 1, timespan: "minute", from: "2025-06-02", to: "2025-06-06" })
    .pipe(Stream.runFold(0, (sum, bar) => sum + bar.volume))
  yield* Console.log(String(Math.round(volume)))
})

await Effect.runPromise(Effect.provide(program, Stocks.layer.pipe(Layer.provide(Sandbox.layer()))))
