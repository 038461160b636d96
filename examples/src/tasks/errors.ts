/** Task 7: the tags of errors. */
import { Futures } from "@candela/futures"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Console, Effect, Layer } from "effect"

const day = { stocksTicker: "AAPL", multiplier: 1, timespan: "day", from: "2025-06-02", to: "2025-06-06" } as const

const tagOf = <R>(call: Effect.Effect<unknown, { readonly _tag: string }, R>) =>
  Effect.flatMap(Effect.flip(call), ({ _tag }) => Console.log(_tag))

const servicesWith = (apiKey: string) =>
  Layer.mergeAll(Stocks.layer, Futures.layer).pipe(Layer.provide(Sandbox.layer({ apiKey })))

const bars = Effect.flatMap(Stocks, (stocks) => stocks.bars(day))

const program = Effect.gen(function* () {
  const [stocks, futures] = yield* Effect.all([Stocks, Futures])
  yield* tagOf(stocks.bars({ ...day, limit: 99_999 }))
  yield* tagOf(Effect.provide(bars, servicesWith("unknown")))
  yield* tagOf(stocks.openClose({ stocksTicker: "AAPL", date: "2025-06-28" }))
  yield* tagOf(futures.bars({ ticker: "ESU5", resolution: "61min" }))
})

await Effect.runPromise(Effect.provide(program, servicesWith("sandbox")))
