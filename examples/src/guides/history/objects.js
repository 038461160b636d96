import { MarketData } from "@candela/core"
import { Store, Universe } from "@candela/history"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Redacted } from "effect"

const Objects = Store.layerObjects({
  bucket: "market-data", // must be there
  prefix: "histories",
  endpoint: process.env.OBJECTS_URL, // without it: Amazon S3 in `region`
  region: "us-east-1",
  credentials: {
    accessKeyId: process.env.OBJECTS_KEY,
    secretAccessKey: Redacted.make(process.env.OBJECTS_SECRET),
  },
})

const days = Universe.bars(Stocks.endpoints.bars, { tickers: ["AAPL"], timespan: "day" })

const program = Effect.gen(function* () {
  const store = yield* Store
  const { files, rows } = yield* store.sync(days, { from: "2025-06-02", to: "2025-06-27" })
  yield* Console.log(`${rows} bars, ${files} files written`)
})

const Live = Layer.merge(Stocks.layer, Objects).pipe(
  Layer.provideMerge(MarketData.layerConfig()),
  Layer.provide(FetchHttpClient.layer),
)

await Effect.runPromise(Effect.provide(program, Live))
