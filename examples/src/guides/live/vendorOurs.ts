import { MarketData } from "@candela/core"
import { LiveConnection } from "@candela/core/LiveConnection"
import * as NodeLive from "@candela/node/NodeLive"
import { StocksLive } from "@candela/stocks/Live"
import { FetchHttpClient } from "@effect/platform"
import { Chunk, Console, Effect, Layer, Option, Stream } from "effect"

const program = Effect.gen(function* () {
  const live = yield* StocksLive
  const bars = live.minuteBars(["AAPL"]).pipe(
    Stream.map(({ close }) => close),
    Stream.take(3),
    Stream.runCollect,
  )
  const trades = live.trades(["ODFL"]).pipe(
    Stream.map(({ price }) => price),
    Stream.take(10),
    Stream.runLast,
  )
  const [closes, price] = yield* Effect.all([bars, trades], { concurrency: 2 })
  yield* Console.log(Chunk.join(Chunk.map(closes, String), " "), "and", Option.getOrThrow(price))
})

const Live = StocksLive.layer.pipe(
  Layer.provide([LiveConnection.layerConfig(), MarketData.layerConfig()]),
  Layer.provide([NodeLive.layer, FetchHttpClient.layer]),
)

await Effect.runPromise(Effect.provide(program, Live))
