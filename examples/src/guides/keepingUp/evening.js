import { MarketData } from "@candela/core"
import { Store, Universe } from "@candela/history"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Console, Effect, Layer } from "effect"

const days = Universe.bars(Stocks.endpoints.bars, { tickers: ["AAPL", "KO", "NONE"], timespan: "day" })

const evening = (to, refresh) =>
  Effect.gen(function* () {
    const store = yield* Store
    const summary = yield* store.sync(
      days,
      { from: "2025-06-02", to },
      {
        refresh, // a range to request again, although the store has it
        onFailure: "collect", // one failing ticker does not end the others
        onProgress: ({ done }) => Console.error(`  ${Math.round(done * 100)} %`),
      },
    )
    yield* Console.log(`up to ${to}: ${summary.rows} bars received, ${summary.files} files written`)
    for (const { rows, ticker } of summary.tickers) yield* Console.log(`  ${ticker}: ${rows} bars received`)
    yield* Console.log(`  ${summary.changes.length} rows that the service corrected`)
    yield* Console.log(`  tickers without bars: ${summary.empty.join(", ") || "none"}`)
    yield* Console.log(`  doubtful: ${summary.doubtful.length}, failed: ${summary.failures.length}`)
  })

const program = Effect.gen(function* () {
  yield* evening("2025-06-26")
  yield* evening("2025-06-27") // requests one day
  yield* evening("2025-06-27", { from: "2025-06-23", to: "2025-06-27" }) // compares a week with the service
})

const Live = Layer.merge(Stocks.layer, Store.layer("evenings")).pipe(
  Layer.provideMerge(MarketData.layerConfig()),
  Layer.provide(FetchHttpClient.layer),
  Layer.provideMerge(NodeContext.layer),
)

await Effect.runPromise(Effect.provide(program, Live))
