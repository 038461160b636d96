import { MarketData } from "@candela/core"
import { Store, Universe } from "@candela/history"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Console, Effect, Layer, Stream } from "effect"

const trades = Universe.ticks(Stocks.endpoints.trades, { tickers: ["BRK.A"] })
const range = { from: "2025-06-25", to: "2025-06-26" }

const program = Effect.gen(function* () {
  const store = yield* Store
  const { doubtful, files, rows } = yield* store.sync(trades, range) // a second time: no request
  yield* Console.log(`${rows} trades, ${files} files written; doubtful: ${doubtful.length}`)

  const oddLots = yield* store.read(trades, range).pipe(
    Stream.filter(({ conditions }) => conditions?.includes(37) === true),
    Stream.runCount,
  )
  yield* Console.log(`${oddLots} odd lots`)

  const [largest] = yield* store.sql(
    `SELECT sip_timestamp, price, size FROM "stocks.trades" WHERE ticker = $1 ORDER BY size DESC, sip_timestamp LIMIT 1`,
    ["BRK.A"],
  )
  yield* Console.log(`${largest.size} at ${largest.price}, ${largest.sip_timestamp} ns`)
})

const Live = Layer.merge(Stocks.layer, Store.layer("ticks")).pipe(
  Layer.provideMerge(MarketData.layerConfig()), // reads MARKET_DATA_URL and MARKET_DATA_API_KEY
  Layer.provide(FetchHttpClient.layer),
  Layer.provideMerge(NodeContext.layer),
)

await Effect.runPromise(Effect.provide(program, Live))
