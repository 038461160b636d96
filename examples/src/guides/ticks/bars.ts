import { MarketData } from "@candela/core"
import { Market, Trades } from "@candela/market"
import { Reference } from "@candela/reference"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Stream } from "effect"

const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const reference = yield* Reference

  const conditions = yield* Stream.runCollect(reference.conditions.stream({ asset_class: "stocks" }))
  const rules = Trades.rules(conditions)

  const bars = stocks.trades
    .stream({
      stockTicker: "AAPL",
      "timestamp.gte": "2025-06-27T13:30:00Z",
      "timestamp.lt": "2025-06-27T13:32:00Z",
      order: "asc",
    })
    .pipe(Trades.bars({ market: Market.stocks, multiplier: 30, timespan: "second", rules }))
  yield* Stream.runForEach(bars, ({ close, high, low, open, timestamp, transactions, volume }) =>
    Console.log(
      `${new Date(timestamp).toISOString().slice(11, 19)}  ${open} ${high} ${low} ${close}  ${volume} shares in ${transactions} trades`,
    ),
  )
})

const Live = Layer.mergeAll(Stocks.layer, Reference.layer).pipe(
  Layer.provide(MarketData.layerConfig()),
  Layer.provide(FetchHttpClient.layer),
)

await Effect.runPromise(Effect.provide(program, Live))
