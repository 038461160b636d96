/** Task 10: a price as it was traded, and adjusted for splits as of two days. */
import { Adjust } from "@candela/history"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Console, Effect, Layer, Stream } from "effect"

const date = "2024-06-07"

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const bars = yield* stocks.bars({
    stocksTicker: "NVDA",
    multiplier: 1,
    timespan: "day",
    from: date,
    to: date,
    adjusted: false,
  })
  const splits = yield* Stream.runCollect(stocks.splits.stream({ ticker: "NVDA" }))
  const traded = bars.results.map((bar) => ({ ...bar, ticker: "NVDA" }))
  const views = [
    traded,
    Adjust.bars(traded, Adjust.byTicker({ splits }, { asOf: date })),
    Adjust.bars(traded, Adjust.byTicker({ splits })),
  ]
  for (const [bar] of views) yield* Console.log(bar!.close.toFixed(4))
})

await Effect.runPromise(Effect.provide(program, Stocks.layer.pipe(Layer.provide(Sandbox.layer()))))
