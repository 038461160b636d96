/**
 * A store in a folder, in which several processes write at the same time: their operations on files are interleaved.
 */
import type * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import * as Writers from "./writersLaws.js"
import { Machine } from "./memory.js"
import { open, requestsOf } from "./support.js"
import { worldOf } from "./turns.js"

const { connection, now, universe, whole } = Writers

const many = (fs: FileSystem.FileSystem) => open(fs, "/store", { writers: "many" })

Writers.laws(
  () => {
    const machine = new Machine()
    const { pass, spawn } = worldOf(machine, now)
    return {
      spawn: (program) => spawn((fs) => Effect.flatMap(many(fs), program)),
      pass,
      at: () => many(machine.fileSystem),
      names: () => [...machine.files.keys()],
      contents: () => machine.contents("/store"),
    }
  },
  { turns: 200, killed: 60 },
)

describe("a sync among others", () => {
  it.effect("fetches again what another takes out meanwhile, and fails where that never ends", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const machine = new Machine()
      const store = yield* many(machine.fileSystem)
      const doubt = Effect.orDie(store.doubt(universe, { from: "2022-03-01", to: "2022-03-31" }))
      let times = 0
      yield* store.sync(universe, whole, { onProgress: () => (times++ === 1 ? doubt : Effect.void) })
      assert.deepStrictEqual(yield* store.missing(universe, whole), [])
      assert.strictEqual(yield* requestsOf(store.sync(universe, whole)), 0)
      yield* doubt
      const error = yield* Effect.flip(store.sync(universe, whole, { onProgress: () => doubt }))
      assert.include(error.message, "another process takes out again and again")
    }).pipe(Effect.provide(connection)),
  )
})
