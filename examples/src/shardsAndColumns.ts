/**
 * A long history: what it will cost, and then as columns, in shards that are fetched in parallel
 * side and come out in order.
 */
import { Preview } from "@candela/core"
import { Vwap } from "@candela/market"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { Console, Duration, Effect, Layer, Stream } from "effect"

const request = {
  stocksTicker: "AAPL",
  multiplier: 1,
  timespan: "minute",
  from: "2025-05-05",
  to: "2025-06-27",
} as const
const options = { concurrency: 2, shards: 4 }

const program = Effect.gen(function* () {
  const preview = yield* Preview.of(Stocks.endpoints.bars, request, options)
  const atTwoAMinute = Preview.duration(preview, { limit: 2, interval: "1 minute" })
  yield* Console.log(
    `about ${preview.expectedRows} bars, at most ${preview.rows}, in ${preview.requests} requests; at two a minute: ${Duration.format(atTwoAMinute)}`,
  )

  const stocks = yield* Stocks
  yield* stocks.bars.columns(request, options).pipe(
    Stream.runForEach((chunk) => {
      const { timestamp } = chunk.columns
      const first = new Date(timestamp[0] ?? NaN).toISOString()
      const done = Math.round(preview.progress(timestamp.at(-1) ?? 0) * 100)
      return Console.log(
        `${chunk.length} bars from ${first}, average price ${Vwap.ofColumns(chunk)?.toFixed(2)} (${done} % done)`,
      )
    }),
  )
})

await Effect.runPromise(Effect.provide(program, Stocks.layer.pipe(Layer.provide(Sandbox.layer()))))
