/** Task 6: a month of minutes as columns, in shards. */
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Console, Effect, Layer, Stream } from "effect"

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const may = {
    stocksTicker: "AAPL",
    multiplier: 1,
    timespan: "minute",
    from: "2025-05-01",
    to: "2025-05-31",
  } as const
  const { bars, highest } = yield* stocks.bars.columns(may, { shards: 4, concurrency: 4 }).pipe(
    Stream.runFold({ bars: 0, highest: 0 }, ({ bars, highest }, { columns, length }) => ({
      bars: bars + length,
      highest: columns.high.reduce((one, other) => Math.max(one, other), highest),
    })),
  )
  yield* Console.log(String(bars))
  yield* Console.log(String(highest))
})

await Effect.runPromise(Effect.provide(program, Stocks.layer.pipe(Layer.provide(Sandbox.layer()))))
