import { MarketData } from "@candela/core"
import { Trades } from "@candela/market"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Stream } from "effect"

const minute = {
  stockTicker: "MSFT",
  "timestamp.gte": "2025-06-27T14:00:00Z",
  "timestamp.lt": "2025-06-27T14:05:00Z",
  order: "asc",
} as const

const program = Effect.gen(function* () {
  const stocks = yield* Stocks

  const sides = yield* stocks.trades.stream(minute).pipe(
    Trades.withQuotes(stocks.quotes.stream(minute)),
    Stream.runFold({ ask: 0, bid: 0, neither: 0 }, (shares, { quote, trade: { price, size = 0 } }) => {
      const side = price === quote?.ask_price ? "ask" : price === quote?.bid_price ? "bid" : "neither"
      return { ...shares, [side]: shares[side] + size }
    }),
  )
  yield* Console.log(`${sides.ask} shares at the ask, ${sides.bid} at the bid, ${sides.neither} at neither`)
})

const Live = Stocks.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
