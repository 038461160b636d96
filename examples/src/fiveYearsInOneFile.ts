/**
 * Five years of daily bars of 30 tickers, adjusted for splits and dividends, in one Parquet file:
 * twelve lines, `tickers` and `download`. (The sandbox has two of the five years.)
 */
import { Parquet } from "@candela/files"
import { Adjust, Many } from "@candela/history"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { FileSystem } from "@effect/platform"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Console, Effect, Layer, Stream } from "effect"

const tickers =
  "AAPL AMZN BA BRK.A BRK.B CSCO DIS FNMA GOOGL HD IBM INTC JNJ JPM KO META MSFT NVDA ODFL PEP PG RIVN SPCE SPLK SPY TSLA UNH V WMT XOM"

const download = (path: string) =>
  Effect.gen(function* () {
    const [stocks, adjustments] = yield* Effect.all([Stocks, Adjust.loadAll(tickers.split(" "))])
    const request = { tickers: tickers.split(" "), from: "2020-07-01", to: "2025-06-30", adjusted: false }
    return yield* Many.daily(stocks, request).pipe(
      Adjust.stream(adjustments),
      Stream.run(Parquet.file(path, Many.endpoint(Stocks.endpoints.bars))),
    )
  })

const program = Effect.gen(function* () {
  const folder = yield* Effect.flatMap(FileSystem.FileSystem, (files) => files.makeTempDirectoryScoped())
  const { path, rows } = yield* download(`${folder}/daily.parquet`)
  yield* Console.log(`${rows} bars (synthetic)`)

  const closes = yield* Parquet.read(path, Many.endpoint(Stocks.endpoints.bars)).pipe(
    Stream.filter(({ ticker }) => ticker === "NVDA"),
    Stream.map(({ close, timestamp }) => `${new Date(timestamp).toISOString().slice(0, 10)}  ${close.toFixed(2)}`),
    Stream.runCollect,
  )
  const lines = Array.from(closes)
  const split = lines.findIndex((line) => line > "2024-06-10")
  yield* Console.log(`NVDA, which was split 10 for 1 on 2024-06-10:\n${lines.slice(split - 2, split + 2).join("\n")}`)
})

const Live = Layer.merge(Stocks.layer.pipe(Layer.provide(Sandbox.layer())), NodeFileSystem.layer)

await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(Live)))
