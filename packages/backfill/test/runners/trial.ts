/** A plan of eight tickers and its runners: what the tests of runners share. */
import { Backfill } from "@candela/backfill"
import { Store } from "@candela/history"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { service } from "../service.js"
import * as Support from "../support.js"
import * as Runners from "./support.js"

export const tickers = Array.from({ length: 8 }, (_, index) => `T${index}`)
export const universe = Support.hours(tickers)
export const range = { from: "2024-03-10", to: "2024-04-20" }
export const all = { planned: 16, waiting: 0, failed: 0, skipped: 0 }
export const known = () => service({ known: tickers, broken: [], refuses: false })

export const planned = (place: Runners.Place) =>
  Support.planned({ universe, range, batchSize: 1 }).pipe(Effect.provide(Runners.process(place)))

export const coordinated = (plan: string, place: Runners.Place) =>
  Backfill.coordinate(plan, { poll: "100 millis" }).pipe(Effect.provide(Runners.database(place)))

/** The files of the store, once they are gathered, are those of a sync. */
export const assertFilesOfSync = (place: Runners.Place) =>
  Effect.gen(function* () {
    const store = `${place.folder}/store`
    yield* Effect.flatMap(Store, (store) => store.compact).pipe(Effect.provide(Store.layer(store, { writers: "many" })))
    yield* Effect.flatMap(Store, (store) => store.sync(universe, range)).pipe(
      Effect.provide(Store.layer(`${place.folder}/direct`)),
      Effect.provide(known()),
    )
    const [made, direct] = yield* Effect.all([Support.contents(store), Support.contents(`${place.folder}/direct`)])
    assert.isAbove(direct.length, 16)
    const named = new Map(direct)
    assert.deepStrictEqual(
      made.filter(([name]) => named.has(name)),
      direct,
    )
  })
