/** The programs of docs/methods.md. */
import { MarketData, Preview } from "@candela/core"
import { Forex, ForexQuote } from "@candela/forex"
import { Snapshots } from "@candela/snapshots"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import { Chunk, Console, Effect, Either, Layer, Schema, Stream } from "effect"

const forms = Effect.gen(function* () {
  // #region forms
  const stocks = yield* Stocks
  const request = {
    stocksTicker: "AAPL",
    multiplier: 1,
    timespan: "minute",
    from: "2025-06-02",
    to: "2025-06-06",
  } as const

  const page = yield* stocks.bars({ ...request, limit: 500 }) // one page
  const rows = yield* stocks.bars.stream(request).pipe(Stream.take(1_000), Stream.runCount) // from many pages
  const volume = yield* stocks.bars
    .columns(request, { shards: 2, concurrency: 2 }) // typed arrays, two ranges at a time, in order
    .pipe(Stream.runFold(0, (sum, { columns }) => columns.volume.reduce((total, one) => total + one, sum)))
  // #endregion
  yield* Console.log(page.results.length, rows, volume)
})

const preview = Effect.gen(function* () {
  // #region preview
  const years = {
    stocksTicker: "AAPL",
    multiplier: 1,
    timespan: "minute",
    from: "2015-01-01",
    to: "2024-12-31",
  } as const
  const { expectedRows, requests } = yield* Preview.of(Stocks.endpoints.bars, years) // sends nothing
  yield* Console.log(`about ${expectedRows} bars in ${requests} requests`)
  // #endregion
})

const filters = Effect.gen(function* () {
  const stocks = yield* Stocks
  // #region filters
  const paid = stocks.dividends.stream({
    "ticker.any_of": ["AAPL", "MSFT"],
    "ex_dividend_date.gte": "2024-01-01",
    sort: "ex_dividend_date.desc",
  })
  // #endregion
  yield* Console.log(yield* Stream.runCount(paid))
})

const sorting = Effect.gen(function* () {
  const stocks = yield* Stocks
  // #region sort
  const latestFirst = yield* stocks.dividends({
    "ticker.any_of": ["AAPL", "MSFT"],
    sort: ["ex_dividend_date.desc", "ticker"], // within a day by ticker, ascending
  })
  // #endregion
  const shown = latestFirst.results.slice(0, 3).map((row) => `${row.ticker} ${row.ex_dividend_date}`)
  yield* Console.log(shown.join(", "))
})

const batched = Effect.gen(function* () {
  const watchlist = ["AAPL", "MSFT", "X:BTCUSD", "NONE"]
  // #region batched
  const snapshots = yield* Snapshots
  const states = yield* Effect.forEach(watchlist, (ticker) => Effect.either(snapshots.get(ticker)), {
    concurrency: "unbounded",
  })
  // #endregion
  yield* Console.log(states.map(Either.isRight))
})

const nanoseconds = Effect.gen(function* () {
  const forex = yield* Forex
  const quotes = forex.quotes.stream({ fxTicker: "C:EURUSD", "timestamp.gte": "2025-06-27" })
  const quote = Chunk.unsafeHead(yield* Stream.runCollect(Stream.take(quotes, 1)))
  // #region nanoseconds
  const text = JSON.stringify(Schema.encodeSync(ForexQuote)(quote))
  const same = Schema.decodeUnknownSync(ForexQuote)(JSON.parse(text))
  // #endregion
  yield* Console.log(same.participant_timestamp === quote.participant_timestamp)
})

// #region live
const Live = Layer.mergeAll(Stocks.layer, Forex.layer, Snapshots.layer).pipe(
  Layer.provide(MarketData.layerConfig()),
  Layer.provide(FetchHttpClient.layer),
)
// #endregion

await Effect.runPromise(Effect.provide(Effect.all([forms, preview, filters, sorting, batched, nanoseconds]), Live))
