/** Task 5: the first quote of a day, exact to the nanosecond. */
import { Forex } from "@candela/forex"
import { Sandbox } from "@candela/sandbox"
import { Console, Effect, Layer } from "effect"

const program = Effect.gen(function* () {
  const forex = yield* Forex
  const { results } = yield* forex.quotes({ fxTicker: "C:EURUSD", timestamp: "2025-06-26", order: "asc", limit: 1 })
  const { ask_price = NaN, bid_price = NaN, participant_timestamp } = results[0]!
  yield* Console.log(String(participant_timestamp))
  yield* Console.log(((ask_price - bid_price) * 10_000).toFixed(2))
})

await Effect.runPromise(Effect.provide(program, Forex.layer.pipe(Layer.provide(Sandbox.layer()))))
