/** A screener: profitable stocks that cost little, by the service's ratios of the latest day. */
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Console, Effect, Layer } from "effect"
import * as Picture from "./Picture.js"

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const { results } = yield* stocks.ratios({
    "price_to_earnings.gt": 0,
    "price_to_earnings.lte": 20,
    "return_on_equity.gte": 0.15,
    sort: "return_on_equity.desc",
    limit: 10,
  })
  const found = results.map(({ price_to_earnings: multiple = NaN, return_on_equity: equity = NaN, ticker }) => ({
    ticker,
    multiple,
    equity: equity * 100,
  }))
  yield* Console.log(`profitable and cheap on ${results[0]?.date} (synthetic)`)
  for (const { equity, multiple, ticker } of found)
    yield* Console.log(
      `${ticker.padEnd(6)} ${equity.toFixed(1).padStart(5)} % on equity at ${multiple.toFixed(1).padStart(4)} times earnings`,
    )

  const { bottom, left, right, top } = Picture.plot
  const row = (bottom - top) / found.length
  const x = Picture.scale([0, Math.max(...found.map(({ equity }) => equity))], [left, right - 140])
  const bars = found.flatMap(({ equity, multiple, ticker }, index) => {
    const y = top + index * row
    return [
      Picture.label(left - 8, y + row / 2 + 4, ticker, { anchor: "end" }),
      Picture.box(left, y + 3, x(equity), y + row - 3, Picture.colours[0]),
      Picture.label(x(equity) + 8, y + row / 2 + 4, `${equity.toFixed(1)} %, P/E ${multiple.toFixed(1)}`),
    ]
  })
  yield* Picture.save(
    "screener",
    Picture.card(
      "Return on equity of stocks under 20 times earnings",
      "A bar for each stock that the screen found.",
      ...bars,
    ),
  )
})

await Effect.runPromise(Effect.provide(program, Stocks.layer.pipe(Layer.provide(Sandbox.layer()))))
