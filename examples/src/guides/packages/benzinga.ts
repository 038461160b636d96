import { MarketData } from "@candela/core"
import { Benzinga } from "@candela/benzinga"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer } from "effect"

const program = Effect.gen(function* () {
  const benzinga = yield* Benzinga
  const { results } = yield* benzinga.ratings({ ticker: "AAPL", sort: "date.desc", limit: 3 }) // the latest ratings
  for (const { date, firm, price_target, rating } of results) yield* Console.log(date, firm, rating, price_target)
  const consensus = yield* benzinga.consensusRatings({ ticker: "AAPL", "date.gte": "2025-01-01" })
  for (const { consensus_rating, ratings_contributors } of consensus.results)
    yield* Console.log(consensus_rating, ratings_contributors)
})

const Live = Benzinga.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
