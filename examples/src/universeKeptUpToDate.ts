/**
 * A universe of 30 stocks kept up to date in a folder: what a sync will cost, its progress, what
 * later ones still request, and what each of them changed. The folder holds Parquet files of the
 * bars as they were traded, with splits and dividends beside them.
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

/** What changed tonight: bars that came, tickers without new ones, corrections by the service, and what is odd. */
const changed = ({ changes, doubtful, doubts, empty, failures, tickers }: Store.Summary): ReadonlyArray<string> => {
  const came = tickers.filter(({ rows }) => rows > 0)
  const old = tickers.filter(({ rows }) => rows === 0).map(({ last, ticker }) => `${ticker} (last bar: ${last})`)
  return [
    came.length === 0 ? "no new bars" : `bars of ${came.length} tickers, up to ${came[0]!.last}`,
    ...(came.length === 0 || old.length === 0 ? [] : [`no bars of ${old.join(", ")}`]),
    ...changes.map(
      ({ added, changed, dataset, period, removed, ticker }) =>
        `corrected: ${dataset} of ${ticker} in ${period}: ${added} new, ${changed} changed, ${removed} removed`,
    ),
    ...doubts.map(({ days, reason, ticker }) => `odd: ${ticker}, ${reason} on ${days.join(", ")}`),
    ...doubtful.map(({ days, ticker }) => `requested again tomorrow: ${ticker} on ${days.join(", ")}`),
    ...failures.map(({ dataset, error, ticker }) => `failed: ${dataset} of ${ticker}: ${error.message}`),
    ...(empty.length === 0 ? [] : [`without any bars: ${empty.join(", ")}`]),
  ]
}

/** What a program does every evening. */
const evening = (to: string) =>
  Effect.gen(function* () {
    const store = yield* Store
    const range = { from: "2023-07-03", to }
    const { expectedRows, requests } = yield* store.preview(universe, range)
    yield* Console.log(`up to ${to}: about ${expectedRows} bars; requests: at most ${requests}`)

    sent = 0
    let quarters = 0
    const summary = yield* store.sync(universe, range, {
      onFailure: "collect",
      onProgress: ({ done }) => {
        if (Math.floor(done * 4) === quarters) return Effect.void
        quarters = Math.floor(done * 4)
        return Console.log(`  ${quarters * 25} % done`)
      },
    })
    yield* Console.log(`  ${sent} requests sent, ${summary.rows} rows, ${summary.files} files written`)
    for (const line of changed(summary)) yield* Console.log(`  ${line}`)
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
