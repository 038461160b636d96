import { MarketData } from "@candela/core"
import { Store, Universe } from "@candela/history"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Console, Effect, Layer } from "effect"

const tickers = ["AAPL", "KO", "NVDA", "SPY"]
const days = Universe.bars(Stocks.endpoints.bars, { tickers, timespan: "day" })
const minutes = Universe.bars(Stocks.endpoints.bars, { tickers, timespan: "minute" })

const program = Effect.gen(function* () {
  const store = yield* Store
  for (const { range, universe } of [
    { universe: days, range: { from: "2023-07-03", to: "2025-06-27" } },
    { universe: minutes, range: { from: "2025-06-02", to: "2025-06-27" } },
  ]) {
    const { expectedRows, requests } = yield* store.preview(universe, range) // sends nothing
    yield* Console.log(`at most ${requests} requests for about ${expectedRows} bars`)
    const { doubtful, empty, files, lists, rows } = yield* store.sync(universe, range)
    yield* Console.log(`${rows} bars, ${lists} splits and dividends, ${files} files written`)
    yield* Console.log(`without bars: ${empty.join(", ") || "none"}; doubtful: ${doubtful.length}`)
  }
})

const Live = Layer.merge(Stocks.layer, Store.layer("histories")).pipe(
  Layer.provideMerge(MarketData.layerConfig()), // reads MARKET_DATA_URL and MARKET_DATA_API_KEY
  Layer.provide(FetchHttpClient.layer),
  Layer.provideMerge(NodeContext.layer),
)

await Effect.runPromise(Effect.provide(program, Live))
