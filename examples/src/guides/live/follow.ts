import { Checkpoints, MarketData } from "@candela/core"
import { LiveConnection } from "@candela/core/LiveConnection"
import * as NodeLive from "@candela/node/NodeLive"
import { StocksLive } from "@candela/stocks/Live"
import { FetchHttpClient, KeyValueStore } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import { Console, Effect, Layer, Stream } from "effect"

const program = Effect.gen(function* () {
  const live = yield* StocksLive
  const events = live.minuteBars.follow({ ticker: "AAPL", from: "2025-06-26", checkpoint: "momentum" })
  let rows = 0
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
      }
    }),
    Stream.takeUntil((event) => event._tag === "Gap"),
    Stream.runDrain,
  )
  yield* Console.log(rows > 800 ? "The history of both days is there." : `only ${rows} rows`)
})

const Live = StocksLive.layer.pipe(
  Layer.provide(Checkpoints.layer),
  Layer.provide([LiveConnection.layerConfig(), MarketData.layerConfig()]),
  Layer.provide([KeyValueStore.layerFileSystem("positions"), NodeLive.layer, FetchHttpClient.layer]),
  Layer.provide(NodeContext.layer),
)

await Effect.runPromise(Effect.provide(program, Live))
