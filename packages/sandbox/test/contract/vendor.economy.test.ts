import { Economy } from "@candela/economy/Economy"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { serviceOf } from "./support.js"
import { call, server, vendor } from "./vendor.js"

describe("the vendor's client gets what ours gets of economic series:", () => {
  layer(server, { excludeTestServices: true })((it) => {
    const both = Effect.all({ theirs: vendor(), ours: serviceOf(Economy) })
    const range = { "date.gte": "2001-01-01", "date.lt": "2002-01-01" } as const
    const camelRange = { dateGte: "2001-01-01", dateLt: "2002-01-01" }

    it.scoped("inflation, and what is expected of it", () =>
      Effect.gen(function* () {
        const { ours, theirs } = yield* both
        for (const [request, camel] of [
          [{}, {}],
          [range, camelRange],
          [{ sort: "date.desc", limit: 50_000 }, {}],
          [{ "date.any_of": ["1999-01-01", "2024-05-01"] }, { dateAnyOf: "1999-01-01,2024-05-01" }],
        ] as const) {
          const asked = { ...request, ...camel }
          const inflation = yield* call(() => theirs.getFedV1Inflation(asked))
          assert.isAbove(inflation.results.length, 1)
          assert.deepEqual<unknown>(inflation.results, (yield* ours.inflation(request)).results)
          const expected = yield* call(() => theirs.getFedV1InflationExpectations(asked))
          assert.isAbove(expected.results.length, 1)
          assert.deepEqual<unknown>(expected.results, (yield* ours.inflationExpectations(request)).results)
        }
      }),
    )

    it.scoped("funding conditions", () =>
      Effect.gen(function* () {
        const { ours, theirs } = yield* both
        for (const [request, camel] of [
          [{}, {}],
          [range, camelRange],
          [{ sort: "date.desc", limit: 1000 }, {}],
        ] as const) {
          const { results } = yield* call(() => theirs.getFedV1FundingConditions({ ...request, ...camel }))
          assert.isAtLeast(results.length, 100)
          assert.deepEqual<unknown>(results, (yield* ours.fundingConditions(request)).results)
        }
      }),
    )
  })
})
