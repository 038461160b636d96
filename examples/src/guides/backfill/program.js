import { Backfill, Database } from "@candela/backfill"
import { MarketData } from "@candela/core"
import { Store, Universe } from "@candela/history"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Console, Effect, Layer } from "effect"

const universe = Universe.bars(Stocks.endpoints.bars, { tickers: ["AAPL", "MSFT"], timespan: "day" })

const program = Effect.gen(function* () {
  const { plan, requests } = yield* Backfill.plan({ universe, range: { from: "2023-07-03", to: "2024-12-31" } })
  yield* Console.log(`plan ${plan}: at most ${requests} requests`)
  yield* Backfill.run(plan, { concurrency: 2 })
  const { found, jobs } = yield* Backfill.verify(plan)
  yield* Console.log(found, `${jobs} jobs wait again`)
})

const Live = Layer.mergeAll(Store.layer("data", { writers: "many" }), Database.sqlite("backfill.db")).pipe(
  Layer.provideMerge(MarketData.layerConfig()),
  Layer.provide(FetchHttpClient.layer),
  Layer.provideMerge(NodeContext.layer),
)

await Effect.runPromise(Effect.provide(program, Live))
