import { Benzinga } from "@candela/benzinga"
import { MarketData } from "@candela/core/MarketData"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"

const row = { ticker: "AAPL", buy_ratings: 3, consensus_rating: "buy", consensus_price_target: 212.5 }

it.effect("the consensus of some days is read, though its row has no day", () =>
  Effect.gen(function* () {
    const { consensusRatings } = yield* Benzinga
    const request = { ticker: "AAPL", "date.gte": "2025-01-01", "date.lt": "2025-04-01" }
    const { results } = yield* consensusRatings(request)
    assert.deepStrictEqual(results, [row])
  }).pipe(
    Effect.provide(
      Benzinga.layer.pipe(
        Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" })),
        Layer.provide(ScriptedTransport.layer(() => ScriptedTransport.json({ status: "OK", results: [row] }))),
      ),
    ),
  ),
)
