import { MarketData } from "@candela/core"
import { Economy } from "@candela/economy"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer } from "effect"

const program = Effect.gen(function* () {
  const economy = yield* Economy
  const { results } = yield* economy.inflation({ sort: "date.desc", limit: 3 }) // the latest months
  for (const { cpi_year_over_year, date } of results) yield* Console.log(date, cpi_year_over_year)
})

const Live = Economy.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
