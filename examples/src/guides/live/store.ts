import { MarketData } from "@candela/core"
import { LiveConnection } from "@candela/core/LiveConnection"
import { Follow, Store, Universe } from "@candela/history"
import * as NodeLive from "@candela/node/NodeLive"
import { Stocks } from "@candela/stocks"
import { StocksLive } from "@candela/stocks/Live"
import { FetchHttpClient } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import { Console, Effect, Layer, Stream } from "effect"

const minutes = Universe.bars(Stocks.endpoints.bars, { tickers: ["AAPL"], timespan: "minute" })

const program = Effect.gen(function* () {
  const store = yield* Store
  yield* store.sync(minutes, { from: "2025-06-23", to: "2025-06-27" }) // every evening, by any process

  let rows = 0
  const events = Follow.topic(StocksLive.topics.minuteBars, { ticker: "AAPL", from: "2025-06-23" })
  yield* events.pipe(
    Stream.tap((event) => {
      switch (event._tag) {
        case "Rows":
          rows += event.rows.length
          return Effect.void
        case "Revised":
          return Effect.logDebug(`${event.row.timestamp} was ${event.before.close}, is ${event.row.close}`)
        case "Gap":
          return Console.log(`${event.reason}: ${event.filled ? "nothing is missing" : event.detail}`)
        case "Settled": // a sync has the final rows: put them in the place of what was told
          return Stream.runDrain(store.read(minutes, { from: event.from, to: event.to - 1 }))
      }
    }),
    Stream.takeUntil((event) => event._tag === "Gap"),
    Stream.runDrain,
  )
  yield* Console.log(rows > 3000 ? "Five days came from the store." : `only ${rows} rows`)
})

const Live = Store.layer("histories").pipe(
  Layer.merge(LiveConnection.layerConfig()),
  Layer.merge(MarketData.layerConfig()),
  Layer.provide([NodeLive.layer, FetchHttpClient.layer]),
  Layer.provideMerge(NodeContext.layer),
)

await Effect.runPromise(Effect.provide(program, Live))
