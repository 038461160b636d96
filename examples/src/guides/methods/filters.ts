import { MarketData } from "@candela/core"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Stream } from "effect"

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const paid = stocks.dividends.stream({
    "ticker.any_of": ["AAPL", "MSFT"],
    "ex_dividend_date.gte": "2024-01-01",
    sort: "ex_dividend_date.desc",
  })
  yield* Console.log(yield* Stream.runCount(paid))
})

const Live = Stocks.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
