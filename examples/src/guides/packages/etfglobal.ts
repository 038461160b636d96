import { MarketData } from "@candela/core"
import { Etfglobal } from "@candela/etfglobal"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer } from "effect"

const program = Effect.gen(function* () {
  const etfs = yield* Etfglobal
  const request = { composite_ticker: "SPY", sort: ["effective_date.desc", "constituent_rank.asc"], limit: 3 } as const
  const { results } = yield* etfs.constituents(request) // the largest holdings
  for (const { constituent_ticker, weight } of results) yield* Console.log(constituent_ticker, weight)
})

const Live = Etfglobal.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
