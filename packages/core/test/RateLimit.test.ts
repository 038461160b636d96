import * as RateLimit from "@candela/core/RateLimit"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Clock, Duration, Effect, Exit, Fiber, TestClock } from "effect"

/** Forks fibers that pass the gate, and gives the times at which they did so far. */
const passers = (gate: RateLimit.RateLimit, count: number) =>
  Effect.gen(function* () {
    const times: Array<number> = []
    const pass = Effect.map(Effect.zipRight(gate.permit, Clock.currentTimeMillis), (now) => times.push(now))
    yield* Effect.forkAll(Array.from({ length: count }, () => pass))
    return times
  })

describe("RateLimit", () => {
  it.scoped("lets everything pass without a limit", () =>
    Effect.gen(function* () {
      const gate = yield* RateLimit.make(undefined)
      const times = yield* passers(gate, 100)
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(
        times,
        Array.from({ length: 100 }, () => 0),
      )
    }),
  )

  it.scoped("lets a burst of its limit pass, and then one at a time", () =>
    Effect.gen(function* () {
      const gate = yield* RateLimit.make({ limit: 2, interval: "1 second" })
      const times = yield* passers(gate, 6)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(times, [0, 0, 500, 1000, 1500, 2000])
    }),
  )

  it.scoped("gives the turn of an interrupted fiber to the next", () =>
    Effect.gen(function* () {
      const gate = yield* RateLimit.make({ limit: 1, interval: "1 second" })
      yield* gate.permit
      const first = yield* Effect.fork(gate.permit)
      yield* Effect.yieldNow()
      const times = yield* passers(gate, 2)
      yield* Fiber.interrupt(first)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(times, [1000, 2000])
    }),
  )

  it.scoped("lets nothing pass during a pause", () =>
    Effect.gen(function* () {
      const gate = yield* RateLimit.make(undefined)
      yield* gate.pause(Duration.seconds(5))
      const times = yield* passers(gate, 3)
      yield* TestClock.adjust("4999 millis")
      assert.deepStrictEqual(times, [])
      yield* TestClock.adjust("1 milli")
      assert.deepStrictEqual(times, [5000, 5000, 5000])
    }),
  )

  it.scoped("keeps to the longest of several pauses, also for those who wait already", () =>
    Effect.gen(function* () {
      const gate = yield* RateLimit.make(undefined)
      yield* gate.pause(Duration.seconds(5))
      const times = yield* passers(gate, 1)
      yield* TestClock.adjust("3 seconds")
      yield* gate.pause(Duration.seconds(10))
      yield* gate.pause(Duration.seconds(1))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(times, [13_000])
    }),
  )

  it.scoped("lets nobody leave in a crowd after a pause", () =>
    Effect.gen(function* () {
      const gate = yield* RateLimit.make({ limit: 1, interval: "1 second" })
      yield* gate.permit
      const times = yield* passers(gate, 4)
      yield* TestClock.adjust("1500 millis")
      yield* gate.pause(Duration.seconds(10))
      yield* TestClock.adjust("1 minute")
      const gaps = times.slice(1).map((time, index) => time - times[index]!)
      assert.strictEqual(times[0], 1000)
      assert.isAtLeast(times[1]!, 11_500)
      assert.isTrue(
        gaps.slice(1).every((gap) => gap >= 500),
        `they left at ${times.join(", ")}`,
      )
      assert.lengthOf(times, 4)
    }),
  )

  it.scoped("refuses a limit that would let nothing pass", () =>
    Effect.gen(function* () {
      for (const limit of [0, -1, 1.5, Number.NaN]) {
        const exit = yield* Effect.exit(RateLimit.make({ limit, interval: "1 second" }))
        assert(Exit.isFailure(exit))
        assert.include(
          Cause.pretty(exit.cause),
          `rateLimit: limit must be a whole number of at least 1, but is ${limit}`,
        )
      }
    }),
  )
})
