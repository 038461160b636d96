/**
 * The sandbox in the same process, without a port: with other data, another clock, and keys of other plans.
 */
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Console, DateTime, Effect, Layer } from "effect"

const Live = Stocks.layer.pipe(
  Layer.provide(
    Sandbox.layer({
      seed: 7,
      now: DateTime.unsafeMakeZoned("2023-07-11T00:00:00", { timeZone: "America/New_York", adjustForTimeZone: true }),
      keys: { free: "basic" },
    }),
  ),
)

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const previous = yield* stocks.previousDayBar({ stocksTicker: "AAPL" })
  for (const bar of previous.results) {
    yield* Console.log(`before the session of 2023-07-11: the previous day closed at ${bar.close} (synthetic)`)
  }
  const tooOld = yield* Effect.flip(stocks.openClose({ stocksTicker: "AAPL", date: "2010-01-04" }))
  yield* Console.log(tooOld.message)
})

await Effect.runPromise(Effect.provide(program, Live))
