/** The programs of docs/files.md. */
// #region live
import { MarketData } from "@candela/core"
import { Arrow, Csv, NdJson, Parquet } from "@candela/files"
import { Forex } from "@candela/forex"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Stream } from "effect"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"

const Live = Layer.mergeAll(
  Layer.merge(Stocks.layer, Forex.layer).pipe(
    Layer.provide(MarketData.layerConfig()),
    Layer.provide(FetchHttpClient.layer),
  ),
  NodeFileSystem.layer, // by its path: the package's index loads more
)
// #endregion

const csv = () => {
  // #region csv
  const { bars } = Stocks.endpoints

  const program = Effect.gen(function* () {
    const stocks = yield* Stocks
    const request = {
      stocksTicker: "AAPL",
      multiplier: 1,
      timespan: "day",
      from: "2024-01-01",
      to: "2024-12-31",
    } as const
    yield* stocks.bars.columns(request).pipe(Stream.run(Csv.file("aapl.csv", bars)))

    const highest = yield* Csv.read("aapl.csv", bars).pipe(Stream.runFold(0, (most, bar) => Math.max(most, bar.high)))
    yield* Console.log(`highest price: ${highest}`)
  })
  // #endregion
  return program
}

const ndjson = () => {
  // #region ndjson
  const { news } = Stocks.endpoints

  const program = Effect.gen(function* () {
    const stocks = yield* Stocks
    yield* stocks.news.stream({ ticker: "AAPL" }).pipe(Stream.take(3), Stream.run(NdJson.file("news.ndjson", news)))
    yield* NdJson.read("news.ndjson", news).pipe(Stream.runForEach((article) => Console.log(article.title)))
  })
  // #endregion
  return program
}

const parquet = () => {
  // #region parquet
  const { bars } = Stocks.endpoints

  const program = Effect.gen(function* () {
    const stocks = yield* Stocks
    const request = {
      stocksTicker: "AAPL",
      multiplier: 1,
      timespan: "minute",
      from: "2024-01-01",
      to: "2024-12-31",
    } as const
    yield* stocks.bars.columns(request).pipe(Stream.run(Parquet.file("aapl.parquet", bars, { request })))

    const closes = Parquet.columns("aapl.parquet", bars, { columns: ["timestamp", "close"] })
    yield* Stream.runForEach(closes, ({ columns, length }) => Console.log(`${length} rows, first ${columns.close[0]}`))
  })
  // #endregion
  return program
}

const decoder = (paths: ReadonlyArray<string>) => {
  const { bars } = Stocks.endpoints
  // #region decoder
  const program = Effect.gen(function* () {
    const decoder = yield* Parquet.decoder
    for (const path of paths) {
      yield* Parquet.columns(path, bars, { decoder }).pipe(Stream.runForEach(({ length }) => Console.log(path, length)))
    }
  }).pipe(Effect.scoped)
  // #endregion
  return program
}

const arrow = () => {
  // #region arrow
  const { quotes } = Forex.endpoints

  const program = Effect.gen(function* () {
    const forex = yield* Forex
    const request = { fxTicker: "C:EURUSD", "timestamp.gte": "2025-06-26", "timestamp.lt": "2025-06-27" } as const
    yield* forex.quotes.columns(request).pipe(Stream.run(Arrow.file("eurusd.arrow", quotes, { request })))
    yield* Arrow.columns("eurusd.arrow", quotes).pipe(
      Stream.runForEach(({ length }) => Console.log(`${length} quotes`)),
    )
  })
  // #endregion
  return program
}

await Effect.runPromise(
  Effect.provide(Effect.all([csv(), ndjson(), parquet(), decoder(["aapl.parquet"]), arrow()], { discard: true }), Live),
)
