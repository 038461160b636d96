import { Checkpoints, MarketData } from "@candela/core"
import { LiveConnection } from "@candela/core/LiveConnection"
import * as NodeLive from "@candela/node/NodeLive"
import { StocksLive } from "@candela/stocks/Live"
import { FetchHttpClient, KeyValueStore } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import { Console, Effect, Layer, Schedule, Stream } from "effect"

const reader = Effect.gen(function* () {
  const live = yield* StocksLive
  let rows = 0
  const events = live.minuteBars.follow({ ticker: ["AAPL", "MSFT"], from: "2025-06-26", checkpoint: "minutes" })
  yield* events.pipe(
    Stream.tap((event) => {
      switch (event._tag) {
        case "Rows":
          rows += event.rows.length
          return Effect.void
        case "Revised":
          return Effect.void
        case "Gap":
          return event.filled ? Effect.void : Effect.logWarning(`${event.reason}: ${event.detail}`)
      }
    }),
    // A service runs on; an example has to end.
    Stream.takeUntil(() => rows >= 1000),
    Stream.runDrain,
  )
  yield* Console.log(rows >= 1000 ? "a thousand rows" : `only ${rows} rows`)
})

// Another program with this key is running: during a deployment for a while, otherwise a mistake.
const lasting = reader.pipe(
  Effect.tapErrorTag("Evicted", ({ message }) => Effect.logError(message)),
  Effect.retry({ while: ({ _tag }) => _tag === "Evicted", schedule: Schedule.spaced("10 minutes") }),
)

const Live = StocksLive.layer.pipe(
  Layer.provide(Checkpoints.layer),
  Layer.provide([LiveConnection.layerConfig(), MarketData.layerConfig()]),
  Layer.provide([KeyValueStore.layerFileSystem("positions"), NodeLive.layer, FetchHttpClient.layer]),
  Layer.provide(NodeContext.layer),
)

await Effect.runPromise(Effect.provide(lasting, Live))
