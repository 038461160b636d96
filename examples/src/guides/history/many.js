import { MarketData } from "@candela/core"
import { Parquet } from "@candela/files"
import { Adjust, Many } from "@candela/history"
import { Stocks } from "@candela/stocks"
import { FetchHttpClient } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Console, Effect, Layer, Stream } from "effect"

const tickers =
  "AAPL AMZN BA BRK.A BRK.B CSCO DIS FNMA GOOGL HD IBM INTC JNJ JPM KO META MSFT NVDA ODFL PEP PG RIVN SPCE SPLK SPY TSLA UNH V WMT XOM".split(
    " ",
  )

const program = Effect.gen(function* () {
  const [stocks, adjustments] = yield* Effect.all([Stocks, Adjust.loadAll(tickers)])
  const request = { tickers, from: "2020-07-01", to: "2025-06-30", adjusted: false }
  const written = yield* Many.daily(stocks, request).pipe(
    Adjust.stream(adjustments),
    Stream.run(Parquet.file("daily.parquet", Many.endpoint(Stocks.endpoints.bars))),
  )
  yield* Console.log(written)
})

const Live = Stocks.layer.pipe(
  Layer.provideMerge(MarketData.layerConfig()),
  Layer.provide(FetchHttpClient.layer),
  Layer.provideMerge(NodeContext.layer),
)

await Effect.runPromise(Effect.provide(program, Live))
