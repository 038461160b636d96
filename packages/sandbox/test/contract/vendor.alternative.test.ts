import { Alternative } from "@candela/alternative/Alternative"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { serviceOf } from "./support.js"
import { call, server, vendor } from "./vendor.js"

describe("the vendor's client gets what ours gets of merchants:", () => {
  layer(server, { excludeTestServices: true })((it) => {
    const both = Effect.all({ theirs: vendor(), ours: serviceOf(Alternative) })

    it.scoped("aggregates", () =>
      Effect.gen(function* () {
        const { ours, theirs } = yield* both
        for (const [request, camel] of [
          [{}, {}],
          [
            { name: "tesco", "transaction_date.gte": "2025-06-01", sort: "total_spend" },
            { transactionDateGte: "2025-06-01" },
          ],
          [
            { user_country: "DE", "channel.any_of": ["online", "bnpl"], limit: 5000 },
            { userCountry: "DE", channelAnyOf: "online,bnpl" },
          ],
        ] as const) {
          const { results } = yield* call(() =>
            theirs.getConsumerSpendingEuV1MerchantAggregates({ ...request, ...camel } as never),
          )
          assert.isAbove(results.length, 10)
          assert.deepEqual<unknown>(results, (yield* ours.merchantAggregates(request)).results)
        }
      }),
    )

    it.scoped("the hierarchy", () =>
      Effect.gen(function* () {
        const { ours, theirs } = yield* both
        for (const [request, camel] of [
          [{}, {}],
          [
            { "active_from.lte": "2021-02-15", "active_to.gte": "2021-02-15" },
            { activeFromLte: "2021-02-15", activeToGte: "2021-02-15" },
          ],
          [{ listing_status: "private", sort: "active_from.desc" }, { listingStatus: "private" }],
        ] as const) {
          const { results } = yield* call(() =>
            theirs.getConsumerSpendingEuV1MerchantHierarchy({ ...request, ...camel } as never),
          )
          assert.isAbove(results.length, 2)
          assert.deepEqual<unknown>(results, (yield* ours.merchantHierarchy(request)).results)
        }
      }),
    )
  })
})
