/**
 * Errors are tagged: handle those that you expect, and let the others fail.
 */
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Console, Effect, Layer } from "effect"

const closeOf = (stocksTicker: string, date: string) =>
  Effect.gen(function* () {
    const stocks = yield* Stocks
    const day = yield* stocks.openClose({ stocksTicker, date })
    return `${stocksTicker} closed at ${day.close} on ${date}`
  }).pipe(
    Effect.catchTags({
      NotFound: () => Effect.succeed(`${stocksTicker} did not trade on ${date}`),
      InvalidRequest: (error) => Effect.succeed(`not sent: ${error.parameter} must be ${error.expected}`),
      Unauthorized: (error) => Effect.succeed(`${error.reason}: ${error.message}`),
    }),
    Effect.flatMap((line) => Console.log(line)),
  )

const program = Effect.gen(function* () {
  yield* closeOf("AAPL", "2025-06-27")
  yield* closeOf("AAPL", "2025-06-28") // a Saturday
  yield* closeOf("AAPL", "2025-02-30") // no day of the calendar
})

const stocksWith = (apiKey: string) => Stocks.layer.pipe(Layer.provide(Sandbox.layer({ apiKey })))

await Effect.runPromise(Effect.provide(program, stocksWith("sandbox")))
await Effect.runPromise(Effect.provide(closeOf("AAPL", "2025-06-27"), stocksWith("unknown-key")))
