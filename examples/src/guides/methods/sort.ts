import { MarketData } from "@candela/core"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer } from "effect"

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const { results } = yield* stocks.dividends({
    "ticker.any_of": ["AAPL", "MSFT"],
    sort: ["ex_dividend_date.desc", "ticker"], // within a day by ticker, ascending
    limit: 3,
  })
  for (const { ex_dividend_date, ticker } of results) yield* Console.log(ticker, ex_dividend_date)
})

const Live = Stocks.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
