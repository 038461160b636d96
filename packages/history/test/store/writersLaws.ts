/**
 * Laws of a store in which several processes write at the same time, with their operations
 * interleaved: in a folder as in an object store.
 */
import { Crypto } from "@candela/crypto"
import { Universe } from "@candela/history"
import { dayMillis, midnight } from "@candela/market/TimeZone"
import { assert, describe, it } from "@effect/vitest"
import { type Duration, Effect, FastCheck as fc, TestClock } from "effect"
import type * as Service from "../../src/internal/store/service.js"
import { Machine } from "./memory.js"
import { bar, open, service, supply } from "./support.js"
import { type Process, take, takeKilling, until } from "./turns.js"
import { isAll, runs } from "@candela/support/seeded"

type Store = ReturnType<typeof Service.make>

/** When the processes begin. */
export const now = midnight("UTC", "2024-06-14") + dayMillis / 2

const daily = Array.from({ length: 900 }, (_, index) => bar(midnight("UTC", "2022-01-01") + index * dayMillis))
export const connection = service(supply({ bars: () => daily }))

/** Bars alone: a process that syncs them does one thing at a time. */
export const universe = Universe.bars(Crypto.endpoints.bars, { tickers: ["X:BTCUSD"], timespan: "day" })

const ranges = [
  { from: "2022-01-01", to: "2023-03-31" },
  { from: "2023-02-01", to: "2023-12-31" },
  { from: "2022-10-01", to: "2024-03-31" },
]
export const whole = { from: "2022-01-01", to: "2024-03-31" }

/** A store, and processes that take turns at it. */
export interface Crowd {
  /** Starts a process that opens the store and does something with it, up to its first operation. */
  readonly spawn: <A, E>(program: (store: Store) => Effect.Effect<A, E>) => Effect.Effect<Process>
  /** Lets time pass for the processes. */
  readonly pass: (duration: Duration.DurationInput) => void
  /** The store as one opens it who needs no turns, at a time. */
  readonly at: (time: number) => Effect.Effect<Store>
  /** The names of all that is there. */
  readonly names: () => ReadonlyArray<string>
  /** All that is there, by its name within the store. */
  readonly contents: () => ReadonlyMap<string, string>
}

/** The files that one writer makes of the whole range in a folder. */
export const expected = Effect.gen(function* () {
  yield* TestClock.setTime(now)
  const machine = new Machine()
  yield* Effect.flatMap(open(machine.fileSystem), (store) => store.sync(universe, whole))
  return machine.contents("/store")
}).pipe(Effect.provide(connection))

/** What is there once the files of processes that were too late, or killed, are an hour old and removed. */
export const compacted = ({ at, contents }: Pick<Crowd, "at" | "contents">) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(now + dayMillis / 4)
    assert.deepStrictEqual((yield* (yield* at(now + dayMillis / 4)).verify()).damages, [])
    yield* TestClock.setTime(now + dayMillis / 3)
    yield* (yield* at(now + dayMillis / 3)).compact
    yield* TestClock.setTime(now)
    return contents()
  })

const syncing = (range: (typeof ranges)[number]) => (store: Store) =>
  Effect.provide(store.sync(universe, range), connection)

/** What holds in any place. `operations`: the most turns that are drawn, and after which a process may be killed. */
export const laws = (make: () => Crowd, operations: { readonly turns: number; readonly killed: number }): void => {
  const turns = fc.array(fc.nat({ max: 2 }), { maxLength: operations.turns })
  const options = { fastCheck: { numRuns: isAll ? runs(40) : 2 }, timeout: 120_000 }

  describe("three processes that sync one ticker at the same time", () => {
    it.effect.prop(
      "leave the files of one writer, whenever each of them is stopped and goes on",
      { turns },
      ({ turns }) =>
        Effect.gen(function* () {
          const files = yield* expected
          const crowd = make()
          yield* take(yield* Effect.forEach(ranges, (range) => crowd.spawn(syncing(range))), turns)
          assert.deepStrictEqual(yield* compacted(crowd), files)
        }),
      options,
    )

    it.effect.prop(
      "lose nothing of the others when one is killed, and the next sync ends alike",
      { turns, killed: fc.nat({ max: operations.killed }) },
      ({ killed, turns }) =>
        Effect.gen(function* () {
          const files = yield* expected
          const crowd = make()
          const [victim, ...others] = yield* Effect.forEach(ranges, (range) => crowd.spawn(syncing(range)))
          yield* takeKilling(victim!, others, { killed, turns })
          yield* TestClock.setTime(now)
          assert.deepStrictEqual(
            yield* (yield* crowd.at(now)).missing(universe, { from: "2022-10-01", to: "2024-03-31" }),
            [],
            "what the others have written",
          )
          yield* take([yield* crowd.spawn(syncing(whole))])
          assert.deepStrictEqual(yield* compacted(crowd), files)
        }),
      options,
    )
  })

  describe("a sync among others", () => {
    it.effect("fetches again what compact removed before it had a name", () =>
      Effect.gen(function* () {
        const files = yield* expected
        const crowd = make()
        const isPlaced = () => crowd.names().some((name) => name.endsWith(".jsonl"))
        const stopped = yield* crowd.spawn(syncing(whole))
        yield* until(stopped, isPlaced)
        const compact = ({ compact }: Store) => compact
        yield* take([yield* crowd.spawn(compact)])
        assert.isTrue(isPlaced(), "a file that has just been placed stays")
        crowd.pass("2 hours")
        yield* take([yield* crowd.spawn(compact)])
        assert.isFalse(isPlaced())
        yield* take([stopped])
        assert.deepStrictEqual(yield* compacted(crowd), files)
      }),
    )
  })
}
