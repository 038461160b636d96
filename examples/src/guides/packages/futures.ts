import { MarketData } from "@candela/core"
import { Futures, TradingDate } from "@candela/futures"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer } from "effect"

const program = Effect.gen(function* () {
  const futures = yield* Futures
  // the contracts that are traded today, those about to expire first
  const contracts = yield* futures.contracts({ product_code: "ES", active: true, sort: "days_to_maturity", limit: 2 })
  // the session that settles on Friday, June 27 opens on Thursday evening
  const friday = yield* futures.bars({ ticker: "ESU5", window_start: TradingDate.windowStart("2025-06-27") })
  yield* Console.log(
    contracts.results.map(({ ticker }) => ticker),
    friday.results[0]?.settlement_price,
  )
})

const Live = Futures.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
