import { MarketData } from "@candela/core"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Stream } from "effect"

const month = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2025-06-02", to: "2025-06-27" } as const

const program = Effect.gen(function* () {
  const stocks = yield* Stocks

  const fromRows = yield* stocks.bars
    .stream(month)
    .pipe(Stream.runFold(0, (most, bar) => Math.max(most, bar.high - bar.low)))

  const fromColumns = yield* stocks.bars.columns(month).pipe(
    Stream.runFold(0, (most, { columns: { high, low }, length }) => {
      let widest = most
      for (let row = 0; row < length; row++) widest = Math.max(widest, high[row]! - low[row]!)
      return widest
    }),
  )

  yield* Console.log(
    `the widest minute: ${fromRows.toFixed(2)} dollars; the same from columns: ${fromRows === fromColumns}`,
  )
})

const Live = Stocks.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
