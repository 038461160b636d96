import type { FuturesBar } from "@candela/futures/Bars"
import { Futures } from "@candela/futures/Futures"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Record } from "effect"
import { serviceOf } from "./support.js"
import { call, server, vendor } from "./vendor.js"

/** A bar of ours as a plain JSON parser reads it: it rounds nanoseconds. */
const wire = ({ window_start, ...bar }: FuturesBar) => ({ ...bar, window_start: Number(window_start) })

/** A contract says null where it has no type: a row of ours then lacks the field. */
const withoutNulls = (rows: ReadonlyArray<object>) => rows.map(Record.filter((value) => value !== null))

/** A request under the names that the vendor's client has for its parameters. */
const asked = (request: Futures.BarsRequest) => {
  const names = {
    window_start: "windowStart",
    "window_start.gte": "windowStartGte",
    "window_start.gt": "windowStartGt",
    "window_start.lte": "windowStartLte",
    "window_start.lt": "windowStartLt",
  } as const
  const entries = Object.entries(request).map(([name, value]) =>
    name in names ? [names[name as keyof typeof names], String(value)] : [name, value],
  )
  return Object.fromEntries(entries) as { readonly ticker: string }
}

describe("the vendor's client gets what ours gets of futures:", () => {
  layer(server, { excludeTestServices: true })((it) => {
    for (const [title, request] of [
      ["the newest sessions", { ticker: "ESU5" }],
      ["the session that settles on a date", { ticker: "ESU5", window_start: "2025-06-26" }],
      [
        "minutes of a range",
        { ticker: "GCQ5", resolution: "5min", "window_start.gte": "2025-06-26", "window_start.lt": "2025-06-27" },
      ],
      [
        "seconds after an instant, in ascending order",
        {
          ticker: "ESU5",
          resolution: "1sec",
          "window_start.gt": 1_751_031_000_000_000_000n,
          "window_start.lte": "2025-06-28",
          sort: "window_start.asc",
          limit: 500,
        },
      ],
      ["weeks", { ticker: "CLQ5", resolution: "1week", "window_start.lte": "2025-06-15", limit: 10 }],
    ] as const) {
      it.scoped(title, () =>
        Effect.gen(function* () {
          const theirs = yield* vendor()
          const got = yield* call(() => theirs.aggregatesV1(asked(request)))
          const futures = yield* serviceOf(Futures)
          const { next_url, results } = yield* futures.bars(request)
          assert.isAbove(results.length, 0)
          assert.deepEqual<unknown>(got.results, results.map(wire))
          assert.strictEqual(got.next_url === undefined, next_url === undefined)
        }),
      )
    }

    it.scoped("products and contracts, by day, range and filter", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const futures = yield* serviceOf(Futures)
        for (const [request, camel] of [
          [{}, {}],
          [{ date: "2025-03-11" }, {}],
          [
            { "date.gte": "2025-03-10", "date.lt": "2025-03-14", product_code: "ES", limit: 50 },
            { dateGte: "2025-03-10", dateLt: "2025-03-14", productCode: "ES" },
          ],
        ] as const) {
          const asked = { ...request, ...camel }
          const products = yield* call(() => theirs.getFuturesV1Products(asked))
          const contracts = yield* call(() => theirs.getFuturesV1Contracts(asked))
          assert.isAbove(Math.min(products.results.length, contracts.results.length), 3)
          assert.deepEqual<unknown>(products.results, (yield* futures.products(request)).results)
          assert.deepEqual<unknown>(withoutNulls(contracts.results), (yield* futures.contracts(request)).results)
        }
        const active = { active: true, type: "combo", "ticker.gte": "N" } as const
        const got = yield* call(() => theirs.getFuturesV1Contracts({ ...active, tickerGte: "N" } as never))
        assert.isAbove(got.results.length, 3)
        assert.deepEqual<unknown>(got.results, (yield* futures.contracts(active)).results)
      }),
    )
  })
})
