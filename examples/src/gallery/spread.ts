/**
 * The spread of a currency pair through a day: the mean of each quarter of an hour, in pips, from
 * all quotes as columns.
 */
import { Forex } from "@candela/forex"
import { Sandbox } from "@candela/sandbox"
import { Console, Effect, Layer, Stream } from "effect"
import * as Picture from "./Picture.js"

const part = 15n * 60_000_000_000n

const timeOf = (index: bigint) => new Date(Number((index * part) / 1_000_000n)).toISOString().slice(11, 16)

const program = Effect.gen(function* () {
  const forex = yield* Forex
  const request = { fxTicker: "C:EURUSD", timestamp: "2025-06-26", order: "asc" } as const
  const parts = yield* forex.quotes.columns(request).pipe(
    Stream.runFold(new Map<bigint, { quotes: number; sum: number }>(), (parts, { columns, length }) => {
      for (let row = 0; row < length; row++) {
        const index = columns.participant_timestamp[row]! / part
        const { quotes, sum } = parts.get(index) ?? { quotes: 0, sum: 0 }
        const pips = (columns.ask_price[row]! - columns.bid_price[row]!) * 10_000
        parts.set(index, { quotes: quotes + 1, sum: sum + pips })
      }
      return parts
    }),
  )
  const means = Array.from(parts, ([index, { quotes, sum }]) => ({ index, quotes, pips: sum / quotes }))
  const widest = means.reduce((one, other) => (other.pips > one.pips ? other : one))
  const narrowest = means.reduce((one, other) => (other.pips < one.pips ? other : one))
  yield* Console.log(`EUR/USD on 2025-06-26: ${means.reduce((sum, { quotes }) => sum + quotes, 0)} quotes (synthetic)`)
  yield* Console.log(`widest from ${timeOf(widest.index)} UTC: ${widest.pips.toFixed(3)} pips`)
  yield* Console.log(`narrowest from ${timeOf(narrowest.index)} UTC: ${narrowest.pips.toFixed(3)} pips`)

  const { bottom, left, right, top } = Picture.plot
  const span = Picture.spanOf(
    means.map(({ pips }) => pips),
    0.1,
  )
  const x = Picture.scale([0, means.length - 1], [left, right])
  const y = Picture.scale(span, [bottom, top])
  yield* Picture.save(
    "spread",
    Picture.card(
      "EUR/USD: bid to ask, pips by the quarter of an hour",
      "A line through the mean spreads of a day.",
      Picture.axis(span, (value) => value.toFixed(2)),
      Picture.line(
        means.map(({ pips }, index) => [x(index), y(pips)]),
        Picture.colours[0],
      ),
      Picture.below(
        means.map(({ index }, at) => [x(at), timeOf(index)]),
        8,
      ),
    ),
  )
})

await Effect.runPromise(Effect.provide(program, Forex.layer.pipe(Layer.provide(Sandbox.layer()))))
