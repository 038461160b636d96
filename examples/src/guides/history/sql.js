import { MarketData } from "@candela/core"
import { Store, Universe } from "@candela/history"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Console, Effect, Layer } from "effect"

const days = Universe.bars(Stocks.endpoints.bars, { tickers: ["NVDA"], timespan: "day" })

const program = Effect.gen(function* () {
  const store = yield* Store
  yield* store.sync(days, { from: "2025-06-02", to: "2025-06-27" })
  const rows = yield* store.sql(
    `SELECT timestamp::DATE AS day, close FROM bars_adjusted
     WHERE ticker = $ticker AND timespan = '1day' AND day >= $from ORDER BY day`,
    { ticker: "NVDA", from: "2025-06-24" },
  )
  for (const { close, day } of rows) yield* Console.log(day, close)
})

const Live = Layer.merge(Stocks.layer, Store.layer("histories")).pipe(
  Layer.provideMerge(MarketData.layerConfig()), // reads MARKET_DATA_URL and MARKET_DATA_API_KEY
  Layer.provide(FetchHttpClient.layer),
  Layer.provideMerge(NodeContext.layer),
)

await Effect.runPromise(Effect.provide(program, Live))
