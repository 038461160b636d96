import { MarketData } from "@candela/core"
import { Store, Universe } from "@candela/history"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Console, Effect, Layer, Stream } from "effect"

const minutes = Universe.bars(Stocks.endpoints.bars, { tickers: ["AAPL", "MSFT"], timespan: "minute" })
const week = { from: "2025-06-02", to: "2025-06-06" }

const program = Effect.gen(function* () {
  const store = yield* Store
  const { rows } = yield* store.sync(minutes, week) // requests only what the folder lacks
  yield* Console.log(`${rows} new rows`)
  const kept = yield* Stream.runCount(store.read(minutes, week))
  yield* Console.log(`${kept} rows in the store`)
})

const Live = Store.layer("histories").pipe(
  Layer.provideMerge(Stocks.layer),
  Layer.provideMerge(MarketData.layerConfig()),
  Layer.provide(FetchHttpClient.layer),
  Layer.provideMerge(NodeContext.layer),
)

await Effect.runPromise(Effect.provide(program, Live))
