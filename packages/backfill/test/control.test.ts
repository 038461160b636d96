import { Backfill } from "@candela/backfill"
import { Store } from "@candela/history"
import * as NodeContext from "@effect/platform-node/NodeContext"
import type { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { asked, requests, service } from "./service.js"
import * as Support from "./support.js"

const universe = Support.hours(["AAPL", "MSFT"])
const range = { from: "2024-01-01", to: "2024-06-30" }

/**
 * Runs a plan by pages of ten bars. Somebody does something after so many files, before the job of
 * the last one is written down.
 */
const interfering = <A>(
  after: number,
  something: (plan: string) => Effect.Effect<unknown, unknown, SqlClient>,
  // oxlint-disable-next-line typescript/no-explicit-any -- all that a test needs is provided below
  test: (plan: string, exit: unknown) => Effect.Effect<A, unknown, any>,
) =>
  Effect.gen(function* () {
    const folder = yield* Support.folder
    const plan = yield* Effect.provide(Support.planned({ universe, range }), Support.within(folder))
    let files = 0
    const interrupted = Layer.effect(
      Store,
      Effect.gen(function* () {
        const store = yield* Store
        const context = yield* Effect.context<SqlClient>()
        const sync: Store.Service["sync"] = (universe, range, options) =>
          store.sync(universe, range, {
            ...options,
            onProgress: (progress) =>
              Effect.gen(function* () {
                if (progress.dataset === "bars" && ++files === after) {
                  yield* Effect.orDie(Effect.provide(something(plan), context))
                }
                yield* options?.onProgress?.(progress) ?? Effect.void
              }),
          })
        return { ...store, sync }
      }),
    ).pipe(Layer.provideMerge(Support.within(folder)))
    yield* Effect.gen(function* () {
      const exit = yield* Effect.either(Backfill.run(plan, options))
      yield* test(plan, exit)
      const direct = yield* Layer.build(Store.layer(`${folder}/direct`))
      yield* Effect.provide(
        Effect.flatMap(Store, (store) => store.sync(universe, range)),
        direct,
      )
      // Nothing of it is half done, and a run to the end has the files of a sync.
      yield* Backfill.resume(plan)
      yield* Backfill.run(plan, options)
      const skipped = (yield* Backfill.status(plan)).jobs.skipped
      const [made, all] = yield* Effect.all([Support.contents(`${folder}/store`), Support.contents(`${folder}/direct`)])
      const named = new Map(all)
      for (const [name, bytes] of made.filter(([name]) => name.endsWith(".parquet"))) {
        assert.strictEqual(bytes, named.get(name), name)
      }
      if (skipped === 0) assert.deepStrictEqual(made, all)
    }).pipe(
      Effect.provide(interrupted),
      Effect.provide(service({ known: ["AAPL", "MSFT"], broken: [], refuses: false, pageOf: 10 })),
    )
  }).pipe(Effect.scoped, Effect.provide(NodeContext.layer)) as Effect.Effect<void, unknown>

const options = { concurrency: 1, poll: "20 millis" } as const

describe("what is changed while a batch runs", () => {
  it.live("holds before the next file: a plan that is cancelled", () =>
    interfering(3, Backfill.cancel, (plan, exit) =>
      Effect.gen(function* () {
        assert.deepInclude(exit, { _tag: "Left" })
        const status = yield* Backfill.status(plan)
        // January, February and March.
        assert.deepInclude(status, { state: "cancelled", rows: 31 + 29 + 31 })
        assert.deepInclude(status.jobs, { done: 3, waiting: 9 })
        assert.deepStrictEqual(yield* asked, ["AAPL 2024-01-01 2024-06-30"])
        // Pages of ten bars: those of three months, and at most one that was under way for April
        // and one after it. Empty lists are asked for twice.
        assert.isAtMost(yield* requests, 4 + 10 + 2)
      }),
    ),
  )

  it.live("holds before the next file: jobs that are left out", () =>
    interfering(
      2,
      (plan) => Backfill.skip(plan, { periods: ["2024-02", "2024-03", "2024-05", "2024-06"] }),
      (plan) =>
        Effect.gen(function* () {
          // The file of February was there when it was left out: it stays left out.
          assert.deepStrictEqual(yield* asked, [
            "AAPL 2024-01-01 2024-06-30",
            "AAPL 2024-04-01 2024-04-30",
            "MSFT 2024-01-01 2024-01-31",
            "MSFT 2024-04-01 2024-04-30",
          ])
          const status = yield* Backfill.status(plan)
          assert.deepInclude(status, { state: "done", rows: 2 * (31 + 30) })
          assert.deepInclude(status.jobs, { done: 4, skipped: 8, waiting: 0 })
        }),
    ),
  )
})
