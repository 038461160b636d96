/** The programs of docs/history.md below the store of its first part. */
import { Adjust, Many, Resample, Sessions, Store, Universe } from "@candela/history"
import { Parquet } from "@candela/files"
import { Stocks } from "@candela/stocks"
import { Chunk, Console, Effect, Stream } from "effect"
import { Live } from "./live.js"

// #region many
const tickers =
  "AAPL AMZN BA BRK.A BRK.B CSCO DIS FNMA GOOGL HD IBM INTC JNJ JPM KO META MSFT NVDA ODFL PEP PG RIVN SPCE SPLK SPY TSLA UNH V WMT XOM"

const download = Effect.gen(function* () {
  const [stocks, adjustments] = yield* Effect.all([Stocks, Adjust.loadAll(tickers.split(" "))])
  const request = { tickers: tickers.split(" "), from: "2020-07-01", to: "2025-06-30", adjusted: false }
  return yield* Many.daily(stocks, request).pipe(
    Adjust.stream(adjustments),
    Stream.run(Parquet.file("daily.parquet", Many.endpoint(Stocks.endpoints.bars))),
  )
})

// { path: 'daily.parquet', rows: 14678, bytes: 720059 }
await Effect.runPromise(Effect.provide(Effect.flatMap(download, Console.log), Live))
// #endregion

const sessions = Effect.gen(function* () {
  const stocks = yield* Stocks
  const minutes = { stocksTicker: "AAPL", multiplier: 1, timespan: "minute", from: "2025-06-18", to: "2025-06-18" }
  const halfHours =
    // #region sessions
    stocks.bars.stream(minutes).pipe(Sessions.regular, Resample.stream(Resample.minutes(30))) // 13 bars a day
  // #endregion
  yield* Console.log(yield* Stream.runCount(halfHours))
})

const reading = Effect.gen(function* () {
  const minutes = Universe.bars(Stocks.endpoints.bars, { tickers: ["AAPL"], timespan: "minute" })
  // #region read
  const store = yield* Store
  const range = { from: "2025-06-18", to: "2025-06-20" }
  const bars = yield* store
    .read(minutes, range, { adjust: "splits", session: "regular" })
    .pipe(Resample.stream(Resample.minutes(30)), Stream.runCollect)
  // #endregion
  yield* Console.log(Chunk.size(bars))
})

const asking = Effect.gen(function* () {
  const store = yield* Store
  // #region sql
  const rows = yield* store.sql(
    "SELECT timestamp::DATE AS day, close FROM bars_adjusted WHERE ticker = $ticker AND timespan = '1day' AND day >= $from ORDER BY day",
    { ticker: "NVDA", from: "2025-06-01" },
  )
  // #endregion
  yield* Console.log(rows.length)
})

await Effect.runPromise(Effect.provide(Effect.all([sessions, reading, asking]), Live))
