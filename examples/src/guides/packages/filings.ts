import { MarketData } from "@candela/core"
import { Filings } from "@candela/filings"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer } from "effect"

const program = Effect.gen(function* () {
  const filings = yield* Filings
  const request = { tickers: "KO", sort: "filing_date.desc", limit: 3 } as const
  const { results } = yield* filings.form4(request) // the latest transactions of insiders
  for (const { filing_date, owner_name, transaction_value } of results)
    yield* Console.log(filing_date, owner_name, transaction_value)
})

const Live = Filings.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
