/** Task 1: closing prices of a day, where there are some. */
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Console, Effect, Layer } from "effect"

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  for (const stocksTicker of ["AAPL", "KO", "NONE"]) {
    const close = yield* stocks.openClose({ stocksTicker, date: "2025-06-27" }).pipe(
      Effect.map((day) => String(day.close)),
      Effect.catchTag("NotFound", () => Effect.succeed("-")),
    )
    yield* Console.log(`${stocksTicker} ${close}`)
  }
})

await Effect.runPromise(Effect.provide(program, Stocks.layer.pipe(Layer.provide(Sandbox.layer()))))
