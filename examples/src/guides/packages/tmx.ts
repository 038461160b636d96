import { MarketData } from "@candela/core"
import { Tmx } from "@candela/tmx"
import { FetchHttpClient } from "@effect/platform"
import { Console, Effect, Layer } from "effect"

const program = Effect.gen(function* () {
  const tmx = yield* Tmx
  const request = { ticker: "AAPL", "date.gte": "2025-07-01", sort: "date.asc", limit: 3 } as const
  const { results } = yield* tmx.corporateEvents(request) // the next events
  for (const { date, name, status } of results) yield* Console.log(date, name, status)
})

const Live = Tmx.layer.pipe(Layer.provide(MarketData.layerConfig()), Layer.provide(FetchHttpClient.layer))

await Effect.runPromise(Effect.provide(program, Live))
