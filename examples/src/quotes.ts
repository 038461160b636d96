/**
 * Quotes to the nanosecond: a pair's spread in each part of a day, from columns downloaded in parallel shards.
 */
import { Forex } from "@candela/forex"
import { Sandbox } from "@candela/sandbox"
import { Console, Effect, Layer, Stream } from "effect"

const request = { fxTicker: "C:EUR-USD", timestamp: "2025-06-26", order: "asc" } as const
const partOfDay = 6n * 3_600_000_000_000n

const program = Effect.gen(function* () {
  const forex = yield* Forex

  const spreads = yield* forex.quotes.columns(request, { concurrency: 3, shards: 3 }).pipe(
    Stream.runFold(new Map<bigint, { quotes: number; sum: number }>(), (parts, { columns, length }) => {
      for (let row = 0; row < length; row++) {
        // A BigInt64Array: no nanosecond is lost.
        const part = columns.participant_timestamp[row]! / partOfDay
        const { quotes, sum } = parts.get(part) ?? { quotes: 0, sum: 0 }
        parts.set(part, { quotes: quotes + 1, sum: sum + columns.ask_price[row]! - columns.bid_price[row]! })
      }
      return parts
    }),
  )
  for (const [part, { quotes, sum }] of spreads) {
    const from = new Date(Number((part * partOfDay) / 1_000_000n)).toISOString().slice(0, 16)
    yield* Console.log(`${from}Z: ${quotes} quotes, ${((sum / quotes) * 10_000).toFixed(3)} pips from bid to ask`)
  }

  const { lastQuote, todaysChangePerc } = yield* forex.snapshot({ ticker: "C:EURUSD" })
  const { converted } = yield* forex.conversion({ from: "EUR", to: "JPY", amount: 100 })
  yield* Console.log(
    `EUR/USD now: ${lastQuote?.bid} to ${lastQuote?.ask}, ${todaysChangePerc} % today; 100 EUR are ${converted} JPY`,
  )
})

await Effect.runPromise(Effect.provide(program, Forex.layer.pipe(Layer.provide(Sandbox.layer()))))
