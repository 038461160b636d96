/**
 * Futures: the session that settles on a date, and the average price of a week from bars of any resolution.
 */
import { Futures, FuturesBar, TradingDate, Vwap } from "@candela/futures"
import { Sandbox } from "@candela/sandbox"
import { Chunk, Console, DateTime, Effect, Layer, Stream } from "effect"

const ticker = "ESU5"

const program = Effect.gen(function* () {
  const futures = yield* Futures

  // A session opens on the evening before it settles: that of Friday, June 27 on Thursday.
  const { results } = yield* futures.bars({ ticker, window_start: TradingDate.windowStart("2025-06-27") })
  for (const session of results) {
    const opened = DateTime.formatIso(FuturesBar.dateTime(session))
    yield* Console.log(
      `${ticker} of ${session.session_end_date}, opened ${opened}, settled at ${session.settlement_price}`,
    )
  }

  for (const resolution of ["1week", "1session", "5min"] as const) {
    const week = { ticker, resolution, "window_start.gte": "2025-06-22", "window_start.lte": "2025-06-27" } as const
    const bars = yield* futures.bars.stream(week, { concurrency: 2 }).pipe(Stream.runCollect)
    const contracts = Chunk.reduce(bars, 0, (sum, bar) => sum + bar.volume)
    yield* Console.log(
      `${bars.length} bars of ${resolution}: ${contracts} contracts at ${Vwap.ofBars(bars)?.toFixed(4)} on average`,
    )
  }

  const refused = yield* Effect.flip(futures.bars({ ticker, resolution: "60min" }))
  yield* Console.log(refused.message)
})

await Effect.runPromise(Effect.provide(program, Futures.layer.pipe(Layer.provide(Sandbox.layer()))))
