import { Snapshots } from "@candela/snapshots/Snapshots"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { connections, serviceOf, stocksOf } from "../../contract/support.js"

describe("summaries", () => {
  layer(connections["in process"], { excludeTestServices: true })((it) => {
    it.scoped("say what the unified snapshot says, in the order of the request", () =>
      Effect.gen(function* () {
        const asked = ["X:BTCUSD", "AAPL", "I:SPX", "APx", "C:EURUSD", "O:AAPL250718C00200000"]
        for (const key of ["key", "basic-key"]) {
          const stocks = yield* stocksOf(key)
          const snapshots = yield* serviceOf(Snapshots, key)
          const { results } = yield* stocks.summaries({ "ticker.any_of": asked })
          assert.deepStrictEqual(
            results.map(({ ticker }) => ticker),
            asked,
          )
          const list = yield* snapshots.list({ "ticker.any_of": asked, limit: 250 })
          const items = new Map(list.results.map((item) => [item.ticker, item as (typeof results)[number]]))
          for (const { branding, options, price, ...same } of results) {
            const item = items.get(same.ticker)!
            assert.deepInclude(item, same)
            if (same.error !== undefined) assert.strictEqual(price, undefined)
            else assert.isAbove(price!, 0)
            assert.strictEqual(branding !== undefined, same.ticker === "AAPL")
            assert.deepStrictEqual(options, "details" in item ? item.details : undefined)
          }
        }
      }),
    )
  })
})
