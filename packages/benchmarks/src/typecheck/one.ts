import * as MarketData from "@candela/core/MarketData"
import { Stocks } from "@candela/stocks/Stocks"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { Effect, Layer } from "effect"

export const main = Effect.gen(function* () {
  const stocks = yield* Stocks
  const page = yield* stocks.bars({
    stocksTicker: "AAPL",
    multiplier: 1,
    timespan: "minute",
    from: "2024-01-01",
    to: "2024-01-31",
  })
  return page.results.map((bar) => bar.close)
}).pipe(
  Effect.catchTag("Unauthorized", (error) => Effect.logError(error.message)),
  Effect.provide(
    Stocks.layer.pipe(
      Layer.provide(MarketData.MarketData.layer({ baseUrl: "https://api.example.com", apiKey: "key" })),
      Layer.provide(FetchHttpClient.layer),
    ),
  ),
)
