import { dayMillis, midnight } from "@candela/market/TimeZone"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Option, TestClock } from "effect"
import { posix } from "node:path"
import { stride } from "@candela/support/seeded"
import { Machine } from "./memory.js"
import { bar, days, open, service, stocks, supply } from "./support.js"

const at = (date: string) => midnight("America/New_York", date)
const now = at("2024-06-14") + dayMillis / 2

/** Sessions without a bar, whose absence is doubtful: within the first range, on both sides of it, and at its end. */
const lost = ["2023-12-12", "2024-01-03", "2024-03-06", "2024-06-12"].map(at)
const daily = days("2023-11-01", "2024-06-14").flatMap((day) => (lost.includes(day) ? [] : [bar(day)]))
const split = { ticker: "AAPL", execution_date: "2020-08-31", split_from: 1, split_to: 4 }

const universe = stocks(["AAPL"])
const range = { from: "2023-11-20", to: "2024-01-10" }
const whole = { from: "2023-11-01", to: "2024-06-14" }

const distance = stride(16)

/** Every sixteenth of the changes of files from one on, with `--all` every fourth. */
const changesFrom = (first: number, total: number) =>
  Array.from({ length: total }, (_, index) => index + 1).filter((change) => change % distance === first % distance)

/** A machine whose store has an early range, and what a sync of the whole one makes of it. */
const prepared = Effect.gen(function* () {
  yield* TestClock.setTime(now)
  const machine = new Machine()
  yield* Effect.flatMap(open(machine.fileSystem), (store) => store.sync(universe, range))
  return machine
})

const syncWhole = (machine: Machine) => Effect.flatMap(open(machine.fileSystem), (store) => store.sync(universe, whole))

/** Files of a reader: what the manifests name. Everything that they name must be there as they say. */
const read = (machine: Machine) =>
  Effect.gen(function* () {
    const { damages } = yield* Effect.flatMap(open(machine.fileSystem), (store) => store.verify())
    assert.deepStrictEqual(damages, [])
    return [...machine.contents("/store").entries()]
      .filter(([name]) => name.endsWith("_manifest.json"))
      .map(([, text]) => Object.keys((JSON.parse(text) as { readonly files: object }).files))
      .flat()
      .sort()
  })

const isHidden = (name: string) => posix.basename(name).startsWith(".")

const failing = (
  first: number,
  how: (machine: Machine, change: number) => void,
  after: (machine: Machine, change: number) => Effect.Effect<void, unknown>,
) =>
  Effect.gen(function* () {
    const start = yield* prepared
    const undisturbed = start.copy()
    yield* syncWhole(undisturbed)
    const total = undisturbed.changes
    const expected = undisturbed.contents("/store")
    assert.match([...expected.values()].join(), /"provisional"/)
    const early = start.contents("/store")
    assert.isAbove(total, 20)
    for (const change of changesFrom(first, total)) {
      const machine = start.copy()
      how(machine, change)
      const exit = yield* Effect.exit(syncWhole(machine))
      if (Exit.isFailure(exit)) {
        const error = Option.getOrThrow(Cause.failureOption(exit.cause))
        assert.strictEqual(error._tag, "StoreError", `change ${change}`)
      }
      yield* after(machine, change)
      // An engine that reads the folder itself takes every file for data that is not hidden; manifests were read above.
      for (const [name, text] of machine.contents("/store")) {
        if (isHidden(name) || name.endsWith("_manifest.json")) continue
        assert.include([early.get(name), expected.get(name)], text, `${name} at change ${change}`)
      }
      yield* syncWhole(machine)
      assert.deepStrictEqual(machine.contents("/store"), expected, `change ${change} of ${total}`)
      assert.deepStrictEqual(
        [...machine.files.keys()].filter((name) => name.endsWith(".part")),
        [],
      )
    }
  }).pipe(Effect.provide(service(supply({ bars: () => daily, splits: () => [split] }))))

/** The machine starts again, and the store reads as before or after. */
const restart = (machine: Machine, change: number) =>
  Effect.gen(function* () {
    machine.start()
    const periods = (yield* read(machine)).join(" ")
    assert.include(["2023 2024 all", "2023 2024 all all"], periods, `change ${change}`)
  })

describe("a machine that loses power during a sync", () => {
  it.effect("before any of its changes of files leaves a store that reads, and the next sync ends alike", () =>
    failing(
      1,
      (machine, change) => {
        machine.failAt = change
      },
      restart,
    ),
  )

  it.effect("in the middle of any of them, too", () =>
    failing(
      6,
      (machine, change) => {
        machine.failAt = change
        machine.halfDone = true
      },
      restart,
    ),
  )
})

describe("a file system that refuses a change", () => {
  it.effect("fails the sync at most, and the next one of the same process ends alike", () =>
    failing(
      11,
      (machine, change) => {
        machine.failAt = change
        machine.halfDone = true
        machine.once = true
      },
      () => Effect.void,
    ),
  )
})

describe("a sync that is interrupted", () => {
  it.effect("leaves a store that reads, and the next one ends alike", () =>
    Effect.gen(function* () {
      const undisturbed = yield* prepared
      yield* syncWhole(undisturbed)
      const machine = yield* prepared
      const store = yield* open(machine.fileSystem)
      const exit = yield* Effect.exit(store.sync(universe, whole, { onProgress: () => Effect.interrupt }))
      assert.isTrue(Exit.isInterrupted(exit))
      yield* read(machine)
      yield* store.sync(universe, whole)
      assert.deepStrictEqual(machine.contents("/store"), undisturbed.contents("/store"))
    }).pipe(Effect.provide(service(supply({ bars: () => daily, splits: () => [split] })))),
  )
})
