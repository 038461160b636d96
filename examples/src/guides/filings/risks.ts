import { MarketData } from "@candela/core"
import { Filings } from "@candela/filings"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Stream } from "effect"

const program = Effect.gen(function* () {
  const filings = yield* Filings
  const taxonomy = yield* Stream.runCollect(filings.riskFactorTaxonomy.stream({}))
  const meaning = new Map(Array.from(taxonomy, (entry) => [entry.tertiary_category, entry.description]))
  // The risks that a company named last, with what its report says.
  const request = { ticker: "KO", sort: "filing_date.desc", limit: 3 } as const
  const { results } = yield* filings.riskFactors(request)
  for (const { filing_date, supporting_text, tertiary_category } of results) {
    yield* Console.log(`${filing_date} ${tertiary_category}: ${meaning.get(tertiary_category)}`)
    yield* Console.log(`  "${supporting_text}"`)
  }
})

const Live = Filings.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
