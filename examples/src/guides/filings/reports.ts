import { MarketData } from "@candela/core"
import { Filings } from "@candela/filings"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer, Stream } from "effect"

const program = Effect.gen(function* () {
  const filings = yield* Filings
  // Risk factors of all companies, report by report: a page at a time is in memory.
  const sections = filings.tenKSections.stream(
    { section: "risk_factors", "filing_date.gte": "2025-01-01" },
    { pageSize: 10 },
  )
  const naming = sections.pipe(Stream.filter(({ text = "" }) => text.includes("single supplier")))
  yield* Console.log(yield* Stream.runCount(naming), "reports name a single supplier")
})

const Live = Filings.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
