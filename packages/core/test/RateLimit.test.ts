import * as RateLimit from "@candela/core/RateLimit"
import * as Gate from "../src/internal/http/gate.js"
import type * as Spans from "../src/internal/http/spans.js"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Clock, Duration, Effect, Exit, FastCheck as fc, Fiber, TestClock } from "effect"
import { runs, seeded } from "@candela/support/seeded"

const silent = () => Effect.void

/** The gate of a layer with these windows. */
const limitedTo = (...windows: ReadonlyArray<RateLimit.Window>) => Gate.make(RateLimit.make(windows))

/** A request that passes the gate, leaves `delay` milliseconds later, and gives the time at which it left. */
const leave = (gate: Gate.Gate, delay = 0) =>
  Effect.suspend(() => {
    const { enter, left } = gate.attempt(silent).admission()
    return enter.pipe(
      Effect.zipRight(delay === 0 ? Effect.void : Effect.sleep(delay)),
      Effect.zipRight(Clock.currentTimeMillis),
      Effect.ensuring(Effect.sync(left)),
    )
  })

/** Forks requests that pass the gate, and gives the times at which they left so far. */
const leaving = (gate: Gate.Gate, count: number) =>
  Effect.gen(function* () {
    const times: Array<number> = []
    const one = Effect.map(leave(gate), (now) => times.push(now))
    yield* Effect.forkAll(Array.from({ length: count }, () => one))
    return times
  })

describe("RateLimit.layerStoreMemory", () => {
  const opened = (limit: RateLimit.RateLimit) => Effect.all([Gate.make(limit), Gate.make(limit)])

  it.scoped("shares windows and pauses between the layers of a process", () =>
    Effect.gen(function* () {
      const [one, other] = yield* opened(RateLimit.make({ limit: 2, interval: "1 second" }))
      const times = [yield* leaving(one, 2), yield* leaving(other, 2)]
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(times, [
        [0, 0],
        [1000, 1000],
      ])
      yield* one.pause(Duration.seconds(30))
      const held = yield* leaving(other, 1)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(held, [32_000])
    }).pipe(Effect.provide(RateLimit.layerStoreMemory)),
  )

  it.scoped("shares requests in flight", () =>
    Effect.gen(function* () {
      const [one, other] = yield* opened(RateLimit.make([], { maxInFlight: 1 }))
      const attempt = one.attempt(silent)
      yield* attempt.admission().enter
      const held = yield* leaving(other, 1)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(held, [])
      attempt.end()
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(held, [60_000])
    }).pipe(Effect.provide(RateLimit.layerStoreMemory)),
  )
})

describe("RateLimit", () => {
  it.scoped("lets everything pass without a limit", () =>
    Effect.gen(function* () {
      const gate = yield* Gate.make(undefined)
      const times = yield* leaving(gate, 100)
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(
        times,
        Array.from({ length: 100 }, () => 0),
      )
    }),
  )

  it.scoped.prop(
    "lets at most its limit leave in any window, whenever requests come and however long they take to leave",
    {
      limit: fc.integer({ min: 1, max: 5 }),
      interval: fc.integer({ min: 1, max: 500 }),
      requests: fc.array(
        fc.record({ at: fc.integer({ min: 0, max: 2000 }), delay: fc.integer({ min: 0, max: 900 }) }),
        {
          minLength: 1,
          maxLength: 30,
        },
      ),
    },
    ({ interval, limit, requests }) =>
      Effect.gen(function* () {
        const gate = yield* limitedTo({ limit, interval })
        const all = yield* Effect.fork(
          Effect.forEach(requests, ({ at, delay }) => Effect.delay(leave(gate, delay), at), {
            concurrency: "unbounded",
          }),
        )
        yield* TestClock.adjust("5 minutes")
        const times = (yield* Fiber.join(all)).sort((one, other) => one - other)
        for (const [index, time] of times.slice(limit).entries()) assert.isAtLeast(time - times[index]!, interval)
      }),
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(16) } },
  )

  it.scoped.prop(
    "lets requests that leave at once leave as early as the limit allows, in their order",
    {
      limit: fc.integer({ min: 1, max: 5 }),
      interval: fc.integer({ min: 1, max: 500 }),
      count: fc.integer({ min: 1, max: 20 }),
    },
    ({ count, interval, limit }) =>
      Effect.gen(function* () {
        const gate = yield* limitedTo({ limit, interval })
        const times = yield* leaving(gate, count)
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(
          times,
          Array.from({ length: count }, (_, index) => Math.floor(index / limit) * interval),
        )
      }),
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(20) } },
  )

  it.scoped("counts a request that is never told of as one that left after a second", () =>
    Effect.gen(function* () {
      const gate = yield* limitedTo({ limit: 1, interval: "10 seconds" })
      yield* gate.attempt(silent).admission().enter
      const times = yield* leaving(gate, 1)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(times, [11_000])
    }),
  )

  it.scoped("loses no place when those who wait are interrupted, also at the moment at which they get one", () =>
    Effect.gen(function* () {
      const gate = yield* limitedTo({ limit: 2, interval: "1 second" })
      for (let round = 0; round < 20; round++) {
        const first = yield* Effect.forkAll(Array.from({ length: 2 }, () => leave(gate)))
        yield* Fiber.join(first)
        const waiting = yield* Effect.fork(leave(gate))
        yield* Effect.yieldNow()
        const adjusting = yield* Effect.fork(TestClock.adjust("1 second"))
        yield* Effect.repeatN(Effect.yieldNow(), round)
        yield* Fiber.interrupt(waiting)
        yield* Fiber.join(adjusting)
        yield* TestClock.adjust("3 seconds")
      }
      const start = yield* Clock.currentTimeMillis
      const times = yield* leaving(gate, 4)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(
        times.map((time) => time - start),
        [0, 0, 1000, 1000],
      )
    }),
  )

  it.scoped("lets nothing pass during a pause", () =>
    Effect.gen(function* () {
      const gate = yield* Gate.make(undefined)
      yield* gate.pause(Duration.seconds(5))
      const times = yield* leaving(gate, 3)
      yield* TestClock.adjust("4999 millis")
      assert.deepStrictEqual(times, [])
      yield* TestClock.adjust("1 milli")
      assert.deepStrictEqual(times, [5000, 5000, 5000])
    }),
  )

  it.scoped("keeps to the longest of several pauses, also for those who wait already", () =>
    Effect.gen(function* () {
      const gate = yield* Gate.make(undefined)
      yield* gate.pause(Duration.seconds(5))
      const times = yield* leaving(gate, 1)
      yield* TestClock.adjust("3 seconds")
      yield* gate.pause(Duration.seconds(10))
      yield* gate.pause(Duration.seconds(1))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(times, [13_000])
    }),
  )

  it.scoped("keeps the limit after a pause, for those who waited before it and during it", () =>
    Effect.gen(function* () {
      const gate = yield* limitedTo({ limit: 1, interval: "1 second" })
      yield* leave(gate)
      const before = yield* leaving(gate, 2)
      yield* TestClock.adjust("500 millis")
      yield* gate.pause(Duration.seconds(10))
      const during = yield* leaving(gate, 2)
      yield* TestClock.adjust("1 minute")
      const all = [...before, ...during].sort((one, other) => one - other)
      assert.deepStrictEqual(all, [10_500, 11_500, 12_500, 13_500])
    }),
  )

  it.scoped("tells of each wait and how long it took", () =>
    Effect.gen(function* () {
      const gate = yield* limitedTo({ limit: 1, interval: "1 second" })
      const waits: Array<readonly [Spans.Wait, number]> = []
      const pass = Effect.suspend(() => {
        const { enter, left } = gate.attempt((...wait) => Effect.sync(() => waits.push(wait))).admission()
        return Effect.ensuring(enter, Effect.sync(left))
      })
      yield* pass
      assert.deepStrictEqual(waits, [])
      const second = yield* Effect.fork(pass)
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(second)
      yield* gate.pause(Duration.seconds(5))
      const third = yield* Effect.fork(pass)
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(third)
      assert.deepStrictEqual(waits, [
        ["permit", 1000],
        ["pause", 5000],
      ])
    }),
  )

  it.scoped.prop(
    "keeps each of several windows, in whatever order they are given",
    {
      windows: fc.array(
        fc.record({ limit: fc.integer({ min: 1, max: 4 }), interval: fc.integer({ min: 1, max: 500 }) }),
        {
          minLength: 2,
          maxLength: 3,
        },
      ),
      arrivals: fc.array(fc.integer({ min: 0, max: 1500 }), { minLength: 1, maxLength: 15 }),
    },
    ({ arrivals, windows }) =>
      Effect.gen(function* () {
        const gate = yield* limitedTo(...windows)
        const all = yield* Effect.fork(
          Effect.forEach(arrivals, (at) => Effect.delay(leave(gate), at), { concurrency: "unbounded" }),
        )
        yield* TestClock.adjust("5 minutes")
        const left = (yield* Fiber.join(all)).sort((one, other) => one - other)
        for (const { interval, limit } of windows) {
          for (const [index, time] of left.slice(limit).entries()) assert.isAtLeast(time - left[index]!, interval)
        }
      }),
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(20) } },
  )

  it.scoped("gives back the place of one window when the wait for another is interrupted", () =>
    Effect.gen(function* () {
      const gate = yield* limitedTo({ limit: 1, interval: "1 second" }, { limit: 2, interval: "10 seconds" })
      yield* leave(gate)
      const waiting = yield* Effect.fork(leave(gate))
      yield* TestClock.adjust("500 millis")
      yield* Fiber.interrupt(waiting)
      const times = yield* leaving(gate, 2)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(times, [1000, 10_000])
    }),
  )

  it.scoped("pauses for the longest interval after a 429 that says nothing of a wait", () =>
    Effect.gen(function* () {
      const gate = yield* limitedTo({ limit: 5, interval: "1 second" }, { limit: 50, interval: "7 seconds" })
      yield* gate.pause(undefined)
      const times = yield* leaving(gate, 1)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(times, [7000])
      const open = yield* Gate.make(undefined)
      yield* open.pause(undefined)
      const unlimited = yield* leaving(open, 1)
      yield* TestClock.adjust(0)
      assert.lengthOf(unlimited, 1)
    }),
  )

  it.scoped("lets no more requests fly than it says; those of one attempt share a place", () =>
    Effect.gen(function* () {
      const gate = yield* Gate.make(RateLimit.make([], { maxInFlight: 2 }))
      const begin = () => gate.attempt(silent)
      const [first, second, third] = [begin(), begin(), begin()]
      yield* first.admission().enter
      yield* second.admission().enter
      const waiting = yield* Effect.fork(third.admission().enter)
      yield* first.admission().enter
      yield* TestClock.adjust("1 hour")
      assert.isNull(waiting.unsafePoll())
      first.end()
      yield* Fiber.join(waiting)
      const last = yield* Effect.fork(begin().admission().enter)
      third.end()
      yield* Fiber.join(last)
    }),
  )

  it.scoped("takes its permits from the store that is provided, and gives each back once", () =>
    Effect.gen(function* () {
      const log: Array<string> = []
      const store: RateLimit.Store.Service = {
        consume: () => Effect.succeed(Duration.zero),
        inFlight: (most) => ({
          take: () => Effect.sync(() => void log.push(`take of ${most}`)),
          release: () => void log.push("release"),
        }),
      }
      const gate = yield* Effect.provideService(
        Gate.make(RateLimit.make([], { maxInFlight: 2 })),
        RateLimit.Store,
        store,
      )
      const attempt = gate.attempt(silent)
      yield* attempt.admission().enter
      yield* attempt.admission().enter
      attempt.end()
      attempt.end()
      assert.deepStrictEqual(log, ["take of 2", "release"])
    }),
  )

  it.scoped("takes its places from the store that is provided", () =>
    Effect.gen(function* () {
      const asked: Array<RateLimit.Store.Candidate> = []
      const store: RateLimit.Store.Service = {
        consume: (request) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            asked.push(request)
            return Duration.millis(Math.max(0, 300 - now))
          }),
      }
      const gate = yield* Effect.provideService(limitedTo({ limit: 3, interval: "1 second" }), RateLimit.Store, store)
      const times = yield* leaving(gate, 1)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(times, [300])
      assert.deepStrictEqual(
        asked.map(({ within }) => Duration.toMillis(within)),
        [1000, 1000, 0],
      )
      assert.lengthOf(new Set(asked.map(({ id }) => id)), 1)
      assert.deepStrictEqual(asked[0]!.windows, [{ limit: 3, interval: Duration.seconds(1) }])
    }),
  )

  it.scoped("tells the store of a pause, and asks it for a place as before", () =>
    Effect.gen(function* () {
      const pauses: Array<Duration.Duration> = []
      const store: RateLimit.Store.Service = {
        consume: () => Effect.map(Clock.currentTimeMillis, (now) => Duration.millis(Math.max(0, 9000 - now))),
        pause: (time) => Effect.sync(() => pauses.push(time)),
      }
      const gate = yield* Effect.provideService(limitedTo({ limit: 3, interval: "1 second" }), RateLimit.Store, store)
      yield* gate.pause(Duration.seconds(2))
      yield* gate.pause(undefined)
      assert.deepStrictEqual(pauses, [Duration.seconds(2), Duration.seconds(1)])
      const times = yield* leaving(gate, 1)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(times, [9000])
    }),
  )

  it.scoped("without windows asks the store for the pauses of others alone", () =>
    Effect.gen(function* () {
      const asked: Array<RateLimit.Store.Candidate> = []
      const consume: RateLimit.Store.Service["consume"] = (request) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          asked.push(request)
          return Duration.millis(Math.max(0, 500 - now))
        })
      const store = { consume, pause: () => Effect.void }
      const gate = yield* Effect.provideService(limitedTo(), RateLimit.Store, store)
      const times = yield* leaving(gate, 1)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(times, [500])
      // When the request has been sent, nothing is to be counted.
      assert.deepStrictEqual(
        asked.map(({ windows, within }) => [windows.length, Duration.toMillis(within)]),
        [
          [0, 1000],
          [0, 1000],
        ],
      )
      const unshared = yield* Effect.provideService(limitedTo(), RateLimit.Store, { consume })
      yield* leave(unshared)
      assert.lengthOf(asked, 2)
    }),
  )

  it.scoped("refuses a limit that would let nothing pass", () =>
    Effect.gen(function* () {
      for (const maxInFlight of [0, 0.5, Number.NaN]) {
        assert.isTrue(Exit.isFailure(yield* Effect.exit(Gate.make(RateLimit.make([], { maxInFlight })))))
      }
      for (const limit of [0, -1, 1.5, Number.NaN]) {
        const exit = yield* Effect.exit(limitedTo({ limit, interval: "1 second" }))
        assert(Exit.isFailure(exit))
        assert.include(
          Cause.pretty(exit.cause),
          `limit of a window of RateLimit.make: it must be a whole number of at least 1, but is ${limit}`,
        )
      }
    }),
  )
})
