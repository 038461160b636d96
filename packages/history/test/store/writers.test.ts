/** A store in which several processes write at the same time, with their operations on files interleaved. */
import { Crypto } from "@candela/crypto"
import { dayMillis, midnight } from "@candela/market/TimeZone"
import { Universe } from "@candela/history"
import type * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc, TestClock } from "effect"
import { Machine } from "./memory.js"
import { bar, open, requestsOf, service, supply } from "./support.js"
import { take, until, worldOf } from "./turns.js"
import { isAll } from "../../../core/test/support/seeded.js"

const now = midnight("UTC", "2024-06-14") + dayMillis / 2

const daily = Array.from({ length: 900 }, (_, index) => bar(midnight("UTC", "2022-01-01") + index * dayMillis))
const connection = service(supply({ bars: () => daily }))

/** Bars alone: a process that syncs them does one thing at a time. */
const universe = Universe.bars(Crypto.endpoints.bars, { tickers: ["X:BTCUSD"], timespan: "day" })

const ranges = [
  { from: "2022-01-01", to: "2023-03-31" },
  { from: "2023-02-01", to: "2023-12-31" },
  { from: "2022-10-01", to: "2024-03-31" },
]
const whole = { from: "2022-01-01", to: "2024-03-31" }

const many = (fs: FileSystem.FileSystem) => open(fs, "/store", { writers: "many" })

const syncing = (range: (typeof ranges)[number]) => (fs: FileSystem.FileSystem) =>
  Effect.flatMap(many(fs), (store) => store.sync(universe, range)).pipe(Effect.provide(connection))

/** The files that one writer makes of the whole range. */
const expected = Effect.gen(function* () {
  yield* TestClock.setTime(now)
  const machine = new Machine()
  yield* Effect.flatMap(open(machine.fileSystem), (store) => store.sync(universe, whole))
  return machine.contents("/store")
}).pipe(Effect.provide(connection))

/** Files of processes that were too late, or killed, are removed when they are an hour old. */
const compacted = (machine: Machine) =>
  Effect.gen(function* () {
    const store = yield* many(machine.fileSystem)
    assert.deepStrictEqual((yield* store.verify()).damages, [])
    yield* TestClock.setTime(now + dayMillis / 3)
    yield* store.compact
    yield* TestClock.setTime(now)
    return machine.contents("/store")
  })

const turns = fc.array(fc.nat({ max: 2 }), { maxLength: 200 })

describe("three processes that sync one ticker at the same time", () => {
  it.effect.prop(
    "leave the files of one writer, whenever each of them is stopped and goes on",
    { turns },
    ({ turns }) =>
      Effect.gen(function* () {
        const files = yield* expected
        const machine = new Machine()
        const { spawn } = worldOf(machine, now)
        yield* take(yield* Effect.forEach(ranges, (range) => spawn(syncing(range))), turns)
        assert.deepStrictEqual(yield* compacted(machine), files)
      }),
    { fastCheck: { numRuns: isAll ? 40 : 2 }, timeout: 120_000 },
  )

  it.effect.prop(
    "lose nothing of the others when one is killed, and the next sync ends alike",
    { turns, killed: fc.nat({ max: 60 }) },
    ({ killed, turns }) =>
      Effect.gen(function* () {
        const files = yield* expected
        const machine = new Machine()
        const world = worldOf(machine, now)
        const [victim, ...others] = yield* Effect.forEach(ranges, (range) => world.spawn(syncing(range)))
        let left = killed
        for (const turn of turns) {
          if (turn < 2) yield* others[turn]!.step
          else if (left-- > 0) yield* victim!.step
        }
        yield* take(others)
        const store = yield* many(machine.fileSystem)
        yield* TestClock.setTime(now)
        assert.deepStrictEqual(
          yield* store.missing(universe, { from: "2022-10-01", to: "2024-03-31" }),
          [],
          "what the others have written",
        )
        const last = yield* world.spawn(syncing(whole))
        yield* take([last])
        assert.deepStrictEqual(yield* compacted(machine), files)
      }),
    { fastCheck: { numRuns: isAll ? 40 : 2 }, timeout: 120_000 },
  )
})

describe("a sync among others", () => {
  it.effect("fetches again what compact removed before it had a name", () =>
    Effect.gen(function* () {
      const files = yield* expected
      const machine = new Machine()
      const world = worldOf(machine, now)
      const isPlaced = () => [...machine.files.keys()].some((name) => name.endsWith(".jsonl"))
      const stopped = yield* world.spawn(syncing(whole))
      yield* until(stopped, isPlaced)
      const compact = (fs: FileSystem.FileSystem) => Effect.flatMap(many(fs), (store) => store.compact)
      yield* take([yield* world.spawn(compact)])
      assert.isTrue(isPlaced(), "a file that has just been placed stays")
      world.pass("2 hours")
      yield* take([yield* world.spawn(compact)])
      assert.isFalse(isPlaced())
      yield* take([stopped])
      assert.deepStrictEqual(yield* compacted(machine), files)
    }),
  )

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
