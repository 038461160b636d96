import { Backfill } from "@candela/backfill"
import { Store } from "@candela/history"
import { NodeContext } from "@effect/platform-node"
import type { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { service } from "./service.js"
import * as Support from "./support.js"

const universe = Support.hours(["AAPL", "MSFT"])
const range = { from: "2024-01-01", to: "2024-06-30" }

/** A clock that stands still: no look at the tables is old. */
const still = Object.assign(Clock.make(), {
  currentTimeMillis: Effect.succeed(Date.parse("2025-06-30T12:00:00Z")),
  unsafeCurrentTimeMillis: () => Date.parse("2025-06-30T12:00:00Z"),
})

/** Runs a plan by a store that receives one row a job. After so many jobs somebody does something. */
const interfering = (after: number, something: (plan: string) => Effect.Effect<unknown, unknown, SqlClient>) =>
  Effect.gen(function* () {
    const synced: Array<string> = []
    const folder = yield* Support.folder
    const plan = yield* Effect.provide(Support.planned({ universe, range }), Support.within(folder))
    const counting = Layer.effect(
      Store,
      Effect.gen(function* () {
        const store = yield* Store
        const context = yield* Effect.context<SqlClient>()
        const sync: Store.Service["sync"] = ({ tickers }, { from }) =>
          Effect.gen(function* () {
            synced.push(`${tickers.join()} ${from}`)
            if (synced.length === after) yield* Effect.orDie(Effect.provide(something(plan), context))
            return { rows: 1, files: 1, bytes: 1, changes: [], failures: [], empty: [] }
          })
        return { ...store, sync }
      }),
    ).pipe(Layer.provideMerge(Support.within(folder)))
    const exit = yield* Effect.either(
      Backfill.run(plan, { concurrency: 1, poll: "20 millis" }).pipe(
        Effect.provide(service({ known: [], broken: [], refuses: false })),
        Effect.provide(counting),
        Effect.withClock(still),
      ),
    )
    return { synced, exit, status: yield* Effect.provide(Backfill.status(plan), Support.within(folder)) }
  }).pipe(Effect.scoped, Effect.provide(NodeContext.layer))

describe("what is changed while a page runs", () => {
  it.live("holds before its next job: a plan that is cancelled", () =>
    Effect.gen(function* () {
      const { exit, status, synced } = yield* interfering(3, Backfill.cancel)
      assert.deepInclude(exit, { _tag: "Left" })
      assert.strictEqual(synced.length, 3)
      assert.deepInclude(status, { state: "cancelled", rows: 3 })
      assert.deepInclude(status.jobs, { done: 3, waiting: 9 })
    }),
  )

  it.live("holds before its next job: jobs that are left out", () =>
    Effect.gen(function* () {
      const { status, synced } = yield* interfering(2, (plan) =>
        Backfill.skip(plan, { periods: ["2024-02", "2024-03", "2024-05", "2024-06"] }),
      )
      // The second job runs while it is left out: it is over, and stays left out.
      assert.deepStrictEqual(synced.slice(0, 3), ["AAPL 2024-01-01", "AAPL 2024-02-01", "AAPL 2024-04-01"])
      assert.deepStrictEqual(synced.slice(3), ["MSFT 2024-01-01", "MSFT 2024-04-01"])
      assert.deepInclude(status, { state: "done", rows: 4 })
      assert.deepInclude(status.jobs, { done: 4, skipped: 8, waiting: 0 })
    }),
  )
})
