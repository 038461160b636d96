import { MarketData } from "@candela/core"
import { Resample, Store, Universe } from "@candela/history"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Console, Effect, Layer, Stream } from "effect"

const minutes = Universe.bars(Stocks.endpoints.bars, { tickers: ["AAPL"], timespan: "minute" })
const range = { from: "2025-06-18", to: "2025-06-20" }

const program = Effect.gen(function* () {
  const store = yield* Store
  yield* store.sync(minutes, range) // requests what the store lacks
  const bars = store
    .read(minutes, range, { adjust: "splits", session: "regular" })
    .pipe(Resample.stream(Resample.minutes(30)))
  yield* Console.log(yield* Stream.runCount(bars))
})

const Live = Layer.merge(Stocks.layer, Store.layer("histories")).pipe(
  Layer.provideMerge(MarketData.layerConfig()), // reads MARKET_DATA_URL and MARKET_DATA_API_KEY
  Layer.provide(FetchHttpClient.layer),
  Layer.provideMerge(NodeContext.layer),
)

await Effect.runPromise(Effect.provide(program, Live))
