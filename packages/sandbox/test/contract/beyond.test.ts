/** The endpoints of reference data beyond the specification. */
import { Reference } from "@candela/reference/Reference"
import { Store } from "@candela/sandbox/store/Store"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { connections, raw, serviceOf, Tables } from "./support.js"

layer(Layer.merge(connections["in process"], Tables), { excludeTestServices: true })(
  "beyond the specification",
  (it) => {
    it.scoped(
      "related companies are those of the same industry's group, its own industry first, never the company itself",
      () =>
        Effect.gen(function* () {
          const store = yield* Store
          const reference = yield* serviceOf(Reference, "key")
          const all = yield* store.query<{
            readonly ticker: string
            readonly root: string
            readonly code: string | null
          }>(
            `SELECT d.ticker, d.ticker_root AS root, d.sic_code AS code FROM ticker_details d
         JOIN tickers t ON t.ticker = d.ticker WHERE t.active ORDER BY d.ticker`,
          )
          let found = 0
          for (const own of all) {
            const { results, ticker } = yield* reference.relatedCompanies({ ticker: own.ticker })
            assert.strictEqual(ticker, own.ticker)
            const others = all.filter(
              ({ code, root }) => own.code !== null && code?.slice(0, 2) === own.code.slice(0, 2) && root !== own.root,
            )
            const expected = [
              ...others.filter(({ code }) => code === own.code),
              ...others.filter(({ code }) => code !== own.code),
            ].slice(0, 10)
            assert.deepStrictEqual(
              results.map(({ ticker }) => ticker),
              expected.map(({ ticker }) => ticker),
              own.ticker,
            )
            found += results.length
          }
          assert.isAbove(found, 10)
          assert.deepStrictEqual((yield* reference.relatedCompanies({ ticker: "NONE" })).results, [])
        }),
    )

    it.scoped("holidays are an array, without anything around it", () =>
      Effect.gen(function* () {
        const { json, status } = yield* raw("/v1/marketstatus/upcoming")
        assert.strictEqual(status, 200)
        const rows: unknown = json
        assert.isArray(rows)
        // The clock stands at the last day of June: Independence Day, closed early the day before.
        assert.deepInclude((rows as ReadonlyArray<object>)[0], {
          date: "2025-07-03",
          exchange: "NYSE",
          status: "early-close",
        })
        const reference = yield* serviceOf(Reference, "key")
        assert.deepStrictEqual((yield* reference.marketHolidays({})).results, rows as never)
        assert.strictEqual((yield* raw("/v1/marketstatus/upcoming", {})).status, 401)
      }),
    )
  },
)
