/**
 * Every trade of a day, in parts: this endpoint has no `next_url`; the time of the last trade is the `offset` of
 * the next request. Then the days on which a price crossed its moving average, with the bars of the averages.
 */
import { Crypto } from "@candela/crypto"
import { Sandbox } from "@candela/sandbox"
import { Chunk, Console, Effect, Layer, Option, Stream } from "effect"

const program = Effect.gen(function* () {
  const crypto = yield* Crypto

  const trades = Stream.paginateChunkEffect(0, (offset) =>
    Effect.map(
      crypto.historicTrades({ from: "SOL", to: "USD", date: "2024-03-09", offset, limit: 1_000 }),
      ({ results }) => [
        Chunk.unsafeFromArray(results),
        Option.map(Option.fromNullable(results.at(-1)), ({ timestamp }) => timestamp),
      ],
    ),
  )
  const hours = yield* Stream.runFold(trades, new Map<number, number>(), (volumes, { size, timestamp }) => {
    const hour = new Date(timestamp).getUTCHours()
    return volumes.set(hour, (volumes.get(hour) ?? 0) + (size ?? 0))
  })
  const [busiest] = [...hours].sort(([, one], [, other]) => other - one)
  yield* Console.log(`SOL traded most from ${busiest![0]}:00 UTC: ${busiest![1].toFixed(2)} coins`)

  const { results, underlying } = yield* crypto.sma({
    cryptoTicker: "X:BTCUSD",
    window: 20,
    "timestamp.gte": "2025-03-01",
    order: "asc",
    limit: 200,
    expand_underlying: true,
  })
  const closes = new Map(underlying?.aggregates?.map(({ close, timestamp }) => [timestamp, close]))
  const above = results.map(({ timestamp, value }) => closes.get(timestamp!)! > value!)
  const crossings = results.filter((_, index) => index > 0 && above[index] !== above[index - 1])
  yield* Console.log(`BTC crossed its average of 20 days on ${crossings.length} of ${results.length} days`)
})

await Effect.runPromise(Effect.provide(program, Crypto.layer.pipe(Layer.provide(Sandbox.layer()))))
