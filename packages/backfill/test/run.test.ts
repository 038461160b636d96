import { Backfill } from "@candela/backfill"
import { Store } from "@candela/history"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Support from "./support.js"

const tickers = ["AAPL", "MSFT"]

describe("a run of a plan", () => {
  it.live("ends with the files of a sync, and a second one asks for nothing", () =>
    Effect.gen(function* () {
      const folder = yield* Support.folder
      const universe = Support.hours(tickers)
      yield* Effect.gen(function* () {
        const plan = yield* Backfill.plan({ universe, range: Support.range })
        assert.deepInclude(plan, { tickers: 2, jobs: 6 })
        const status = yield* Backfill.run(plan.plan)
        assert.deepInclude(status, { state: "done", tickers: 2 })
        // The sandbox has no hours of April.
        assert.deepStrictEqual(status.jobs, { planned: 6, done: 4, empty: 2, waiting: 0, failed: 0, skipped: 0 })
        const again = yield* Backfill.plan({ universe, range: Support.range })
        assert.deepInclude(again, { plan: plan.plan, jobs: 0, requests: 0, bytes: 0 })
      }).pipe(Effect.provide(Support.within(folder)))
      yield* Effect.gen(function* () {
        const store = yield* Store
        yield* store.sync(universe, Support.range)
      }).pipe(Effect.provide(Store.layer(`${folder}/direct`)))
      const [made, direct] = yield* Effect.all([
        Support.contents(`${folder}/store`),
        Support.contents(`${folder}/direct`),
      ])
      assert.isAbove(made.length, 8)
      assert.deepStrictEqual(made, direct)
    }).pipe(Effect.scoped, Effect.provide(Support.sandbox), Effect.provide(NodeContext.layer), Support.atPresent),
  )
})
