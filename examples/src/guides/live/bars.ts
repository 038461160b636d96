import { MarketData } from "@candela/core"
import { LiveConnection } from "@candela/core/LiveConnection"
import * as NodeLive from "@candela/node/NodeLive"
import { StocksLive } from "@candela/stocks/Live"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Stream } from "effect"

const program = Effect.gen(function* () {
  const live = yield* StocksLive
  yield* live.minuteBars(["AAPL", "MSFT"]).pipe(
    Stream.take(4),
    Stream.runForEach(({ close, ticker, timestamp, volume }) =>
      Console.log(`${new Date(timestamp).toISOString().slice(11, 16)}  ${ticker}  ${close}  ${volume} shares`),
    ),
  )
})

const Live = StocksLive.layer.pipe(
  Layer.provide([LiveConnection.layerConfig(), MarketData.layerConfig()]),
  Layer.provide([NodeLive.layer, FetchHttpClient.layer]),
)

await Effect.runPromise(Effect.provide(program, Live))
