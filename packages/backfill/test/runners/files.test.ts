/** What runners write, against a sync. */
import { Backfill } from "@candela/backfill"
import { Store } from "@candela/history"
import { NodeContext } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { service } from "../service.js"
import * as Support from "../support.js"
import * as Runners from "./support.js"

const tickers = Array.from({ length: 24 }, (_, index) => `T${index}`)
const universe = Support.hours(tickers)
const range = { from: "2024-03-10", to: "2024-05-20" }
const all = { planned: 72, waiting: 0, failed: 0, skipped: 0 }

/** The files of a folder's store, once they are gathered, and those of a sync. */
const compared = (folder: string) =>
  Effect.gen(function* () {
    yield* Effect.flatMap(Store, (store) => store.compact).pipe(Effect.provide(Store.layer(`${folder}/store`)))
    yield* Effect.flatMap(Store, (store) => store.sync(universe, range)).pipe(
      Effect.provide(Store.layer(`${folder}/direct`)),
    )
    return yield* Effect.all([Support.contents(`${folder}/store`), Support.contents(`${folder}/direct`)])
  })

describe.skipIf(Runners.missing !== undefined)(`runners of a PostgreSQL ${Runners.missing ?? ""}`, () => {
  it.live("that begin at once on an empty database share the work, and end with the files of a sync", () =>
    Effect.gen(function* () {
      const folder = yield* Support.folder
      const server = yield* Runners.server
      const plan = yield* Support.planned({ universe, range, pageOf: 2 }).pipe(
        Effect.provide(Runners.process(server, folder)),
      )
      const status = yield* Backfill.coordinate(plan, { poll: "50 millis" }).pipe(
        Effect.provide(Runners.database(server)),
        Effect.provide(Layer.mergeAll(Runners.runner(server, folder), Runners.runner(server, folder))),
      )
      assert.deepInclude(status.jobs, all)
      const [made, direct] = yield* compared(folder)
      assert.isAbove(made.length, 72)
      assert.deepStrictEqual(made, direct)
    }).pipe(
      Effect.scoped,
      Effect.provide(service({ known: tickers, broken: [], refuses: false })),
      Effect.provide(NodeContext.layer),
    ),
  )

  it.live("a run is coordinator and runner in one process", () =>
    Effect.gen(function* () {
      const folder = yield* Support.folder
      const server = yield* Runners.server
      const status = yield* Effect.gen(function* () {
        const plan = yield* Support.planned({ universe, range })
        return yield* Backfill.run(plan)
      }).pipe(Effect.provide(Runners.process(server, folder)))
      assert.deepInclude(status.jobs, all)
      const [made, direct] = yield* compared(folder)
      assert.deepStrictEqual(made, direct)
    }).pipe(
      Effect.scoped,
      Effect.provide(service({ known: tickers, broken: [], refuses: false })),
      Effect.provide(NodeContext.layer),
    ),
  )
})
