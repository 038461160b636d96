/**
 * A universe of 30 stocks kept up to date in a folder: what a sync will cost, its progress, and what later ones still
 * ask for. The folder holds Parquet files of the bars as they were traded, with splits and dividends beside them.
 */
import { Store, Universe } from "@candela/history"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import { FileSystem, HttpClient } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Console, Effect, Layer, Stream } from "effect"

const tickers =
  "AAPL AMZN BA BRK.A BRK.B CSCO DIS FNMA GOOGL HD IBM INTC JNJ JPM KO META MSFT NVDA ODFL PEP PG RIVN SPCE SPLK SPY TSLA UNH V WMT XOM"
const universe = Universe.bars(Stocks.endpoints.bars, { tickers: tickers.split(" "), timespan: "day" })

let sent = 0
const counted = HttpClient.tapRequest(() => Effect.sync(() => void (sent += 1)))

/** What a program does every evening. */
const evening = (to: string) =>
  Effect.gen(function* () {
    const store = yield* Store
    const range = { from: "2023-07-03", to }
    const { expectedRows, requests } = yield* store.preview(universe, range)
    yield* Console.log(`up to ${to}: about ${expectedRows} bars; requests: at most ${requests}`)

    sent = 0
    let quarters = 0
    const { empty, failures, files, rows } = yield* store.sync(universe, range, {
      onFailure: "collect",
      onProgress: ({ done }) => {
        if (Math.floor(done * 4) === quarters) return Effect.void
        quarters = Math.floor(done * 4)
        return Console.log(`  ${quarters * 25} % done`)
      },
    })
    yield* Console.log(`  ${sent} requests sent, ${rows} rows, ${files} files written`)
    yield* Console.log(`  ${failures.length} histories failed, ${empty.length} tickers have no bars`)
  })

const program = Effect.gen(function* () {
  yield* evening("2025-06-26")
  yield* evening("2025-06-26")
  yield* evening("2025-06-27")

  const store = yield* Store
  const bars = yield* store
    .read(universe, { from: "2025-06-26", to: "2025-06-27" }, { adjust: "both" })
    .pipe(Stream.runCollect)
  const { damages, files } = yield* store.verify()
  yield* Console.log(`${bars.length} bars of the last two days; ${files} files checked, ${damages.length} are damaged`)
})

const folder = Effect.flatMap(FileSystem.FileSystem, (files) => files.makeTempDirectoryScoped())

const Live = Layer.unwrapScoped(Effect.map(folder, Store.layer)).pipe(
  Layer.merge(Sandbox.layer({ transformClient: counted })),
  Layer.provideMerge(NodeContext.layer),
)

await Effect.runPromise(Effect.provide(program, Live))
