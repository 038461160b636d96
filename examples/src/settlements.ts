/**
 * Futures: the curve of successive contracts, and the average price of a week from bars of several resolutions.
 */
import { Futures, TradingDate, Vwap } from "@candela/futures"
import { Sandbox } from "@candela/sandbox"
import { Chunk, Console, Effect, Layer, Stream } from "effect"

const date = "2025-06-27"

const columns = (...cells: ReadonlyArray<string | number | undefined>) =>
  cells.map((cell) => String(cell ?? "-").padStart(12)).join("")

const program = Effect.gen(function* () {
  const futures = yield* Futures

  const crude = { product_code: "CL", type: "single", active: true, date, sort: "last_trade_date.asc" } as const
  const { results: contracts } = yield* futures.contracts(crude)
  yield* Console.log(`crude oil on ${date} (synthetic), dollars a barrel`)
  yield* Console.log(columns("contract", "last trade", "settled at", "volume"))
  yield* Effect.forEach(contracts, ({ last_trade_date, ticker = "" }) =>
    Effect.gen(function* () {
      // A session opens on the evening before it settles: that of Friday, June 27 on Thursday.
      const { results } = yield* futures.bars({ ticker, window_start: TradingDate.windowStart(date) })
      yield* Console.log(columns(ticker, last_trade_date, results[0]?.settlement_price?.toFixed(2), results[0]?.volume))
    }),
  )

  yield* Console.log(`\nthe week of ${date}, ESU5`)
  yield* Console.log(columns("resolution", "bars", "contracts", "average"))
  for (const resolution of ["1week", "1session", "5min"] as const) {
    const week = { resolution, "window_start.gte": "2025-06-22", "window_start.lte": date } as const
    const bars = yield* futures.bars.stream({ ticker: "ESU5", ...week }, { concurrency: 2 }).pipe(Stream.runCollect)
    const volume = Chunk.reduce(bars, 0, (sum, bar) => sum + bar.volume)
    yield* Console.log(columns(resolution, bars.length, volume, Vwap.ofBars(bars)?.toFixed(4)))
  }
})

await Effect.runPromise(Effect.provide(program, Futures.layer.pipe(Layer.provide(Sandbox.layer()))))
