/**
 * SQL over a store, by DuckDB: views of the bars as they were traded, and adjusted. The rows are plain objects.
 */
import { Store, Universe } from "@candela/history"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { FileSystem } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Console, Effect, Layer } from "effect"

const tickers = ["AAPL", "KO", "NVDA", "WMT", "XOM"]
const universe = Universe.bars(Stocks.endpoints.bars, { tickers, timespan: "day" })

const columns = (...cells: ReadonlyArray<unknown>) => cells.map((cell) => String(cell).padStart(12)).join("")

const program = Effect.gen(function* () {
  const store = yield* Store
  yield* store.sync(universe, { from: "2023-07-03", to: "2025-06-27" })

  const falls = yield* store.sql(
    `WITH highest AS (
       SELECT ticker, timestamp, close, max(close) OVER (PARTITION BY ticker ORDER BY timestamp) AS high
       FROM bars_adjusted_dividends WHERE timespan = '1day'
     )
     SELECT ticker, round(100 * min(close / high - 1), 1) AS percent, arg_min(timestamp, close / high)::DATE AS day
     FROM highest GROUP BY ticker ORDER BY percent`,
  )
  yield* Console.log("the largest fall of each stock from its highest close, with its dividends (synthetic)")
  for (const { day, percent, ticker } of falls) yield* Console.log(columns(ticker, day, `${percent} %`))

  const closes = yield* store.sql(
    `SELECT timestamp::DATE AS day, bars.close AS traded, round(bars_adjusted.close, 2) AS adjusted
     FROM bars JOIN bars_adjusted USING (ticker, timespan, timestamp)
     WHERE ticker = $ticker AND day BETWEEN $from AND $to ORDER BY day`,
    { ticker: "NVDA", from: "2024-06-06", to: "2024-06-11" },
  )
  yield* Console.log("\nthe closes of NVDA as they were traded, and adjusted for its split")
  for (const { adjusted, day, traded } of closes) yield* Console.log(columns(day, traded, adjusted))
})

const folder = Effect.flatMap(FileSystem.FileSystem, (files) => files.makeTempDirectoryScoped())

const Live = Layer.unwrapScoped(Effect.map(folder, Store.layer)).pipe(
  Layer.merge(Sandbox.layer()),
  Layer.provideMerge(NodeContext.layer),
)

await Effect.runPromise(Effect.provide(program, Live))
