/** The store against a model of what core asks of it. */
import * as RateLimit from "@candela/core/RateLimit"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, FastCheck as fc, Layer, Logger, TestClock } from "effect"
import * as RateLimitStore from "../../src/RateLimitStore.js"
import { Database, databases } from "./databases.js"

interface Window {
  readonly limit: number
  readonly interval: number
}

/** What a store does, in a list of the requests with their instants. */
class Model {
  readonly counted: Array<{ readonly id: string; readonly at: number }> = []
  paused = 0
  pausedFor = 0
  pause(time: number, now: number): void {
    this.paused = Math.min(this.paused, now + this.pausedFor)
    if (this.paused < now + time) {
      this.paused = now + time
      this.pausedFor = time
    }
  }
  consume(id: string, within: number, windows: ReadonlyArray<Window>, now: number): number {
    this.paused = Math.min(this.paused, now + this.pausedFor)
    // A clock that was set back leaves later instants.
    const others = this.counted
      .filter((one) => one.id !== id)
      .map((one) => ({ ...one, at: Math.min(one.at, now + 1000) }))
      .sort((one, other) => other.at - one.at)
    const delays = windows.map(({ interval, limit }) => {
      const at = others[limit - 1]?.at ?? -Infinity
      return at + interval > now ? Math.min(at, now) + interval - now : 0
    })
    const delay = Math.max(0, this.paused - now, ...delays)
    const own = delay === 0 || within === 0 ? [{ id, at: now + within }] : []
    this.counted.splice(0, this.counted.length, ...others, ...own)
    return delay
  }
}

const windows = fc.array(
  fc.record({ limit: fc.integer({ min: 1, max: 4 }), interval: fc.integer({ min: 1, max: 3000 }) }),
  {
    minLength: 1,
    maxLength: 3,
  },
)

const commands = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant("ask" as const), process: fc.nat({ max: 2 }) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("sent" as const), process: fc.nat({ max: 2 }) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("pass" as const), time: fc.nat({ max: 1500 }) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("back" as const), time: fc.integer({ min: 1, max: 100_000 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("pause" as const), time: fc.integer({ min: 1, max: 4000 }) }),
    },
  ),
  { maxLength: 40 },
)

let name = 0

/** The end of the pause of a limit, by the database. */
const pausedUntil = (name: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly paused: number }>`select paused from candela_rate_limits where name = ${name}`,
      ([row]) => row!.paused,
    ),
  )

for (const database of databases) {
  describe.skipIf(database.missing !== undefined)(`a rate limit in ${database.name} ${database.missing ?? ""}`, () => {
    it.layer(database.layer)((it) => {
      it.effect.prop(
        "counts, delays and pauses as the model does, and lets no window have more than its limit, also if the clock is set back",
        { windows, commands },
        ({ commands, windows }) =>
          Effect.gen(function* () {
            const clock = yield* Effect.clock
            let back = 0
            const now = () => 1e9 + clock.unsafeCurrentTimeMillis() - back
            const options = { name: `limit ${name++}`, margin: 0, now }
            const stores = yield* Effect.replicateEffect(RateLimitStore.makeWith(options), 3)
            const model = new Model()
            const granted: Array<{ readonly id: string; readonly at: number } | undefined> = []
            /** Time that is never set back. */
            const elapsed = () => clock.unsafeCurrentTimeMillis()
            const sent: Array<number> = []
            const given = windows.map(({ interval, limit }) => ({ limit, interval: Duration.millis(interval) }))
            let requests = 0
            for (const command of commands) {
              if (command.kind === "pass") yield* TestClock.adjust(command.time)
              else if (command.kind === "back") back += command.time
              else if (command.kind === "pause") {
                model.pause(command.time, now())
                yield* stores[0]!.pause!(Duration.millis(command.time))
                // The store does not wait for the database.
                while ((yield* pausedUntil(options.name)) !== model.paused) yield* Effect.yieldNow()
              } else if (command.kind === "ask") {
                const id = `${command.process}-${requests++}`
                const delay = yield* stores[command.process]!.consume({
                  id,
                  within: Duration.seconds(1),
                  windows: given,
                })
                const expected = model.consume(id, 1000, windows, now())
                assert.closeTo(Duration.toMillis(delay), expected === 0 ? 0 : Math.max(1, expected), 1e-6)
                if (Duration.toMillis(delay) === 0) granted[command.process] = { id, at: elapsed() }
              } else {
                const one = granted[command.process]
                granted[command.process] = undefined
                if (one === undefined || elapsed() - one.at >= 1000) continue
                sent.push(elapsed())
                model.consume(one.id, 0, windows, now())
                yield* stores[command.process]!.consume({ id: one.id, within: Duration.zero, windows: given })
              }
            }
            for (const { interval, limit } of windows) {
              for (const [index, time] of sent.slice(limit).entries()) assert.isAtLeast(time - sent[index]!, interval)
            }
          }).pipe(Effect.scoped),
        { fastCheck: { numRuns: 25 }, timeout: 60_000 },
      )

      it.effect("does not stand still after its clock was set back by an hour, with and without a pause", () =>
        Effect.gen(function* () {
          const clock = yield* Effect.clock
          let back = 0
          const now = () => 1e9 + clock.unsafeCurrentTimeMillis() - back
          const options = { name: `back ${name++}`, margin: 0, now }
          const store = yield* RateLimitStore.makeWith(options)
          const windows = [{ limit: 1, interval: Duration.seconds(1) }]
          let requests = 0
          /** Time until a request is counted. */
          const waited = Effect.gen(function* () {
            const start = clock.unsafeCurrentTimeMillis()
            const id = `${requests++}`
            for (let asked = 0; asked < 5; asked++) {
              const delay = yield* store.consume({ id, within: Duration.millis(1), windows })
              if (Duration.toMillis(delay) === 0) return clock.unsafeCurrentTimeMillis() - start
              yield* TestClock.adjust(delay)
            }
            return Infinity
          })
          assert.strictEqual(yield* waited, 0)
          back += 3_600_000
          assert.isAtMost(yield* waited, 2000)
          yield* store.pause!(Duration.seconds(5))
          while ((yield* pausedUntil(options.name)) < now()) yield* Effect.yieldNow()
          back += 3_600_000
          assert.isAtMost(yield* waited, 5000)
        }).pipe(Effect.scoped),
      )

      it.effect("keeps requests as long as the longest window of any process needs them", () =>
        Effect.gen(function* () {
          const clock = yield* Effect.clock
          const options = { name: "two", margin: 0, now: () => clock.unsafeCurrentTimeMillis() }
          const store = yield* RateLimitStore.makeWith(options)
          const ask = (id: string, interval: number) =>
            store.consume({
              id,
              within: Duration.millis(1),
              windows: [{ limit: 1, interval: Duration.millis(interval) }],
            })
          yield* ask("a", 10_000)
          yield* TestClock.adjust("5 seconds")
          assert.deepStrictEqual(yield* ask("b", 1000), Duration.zero)
          yield* TestClock.adjust("1 second")
          assert.isAbove(Duration.toMillis(yield* ask("c", 10_000)), 8000)
          assert.isAbove(yield* Clock.currentTimeMillis, 0)
        }).pipe(Effect.scoped),
      )

      it.effect("adds its margin to each window, by the clock of the database", () =>
        Effect.gen(function* () {
          const store = yield* RateLimit.Store
          const ask = (id: string) =>
            store!.consume({ id, within: Duration.millis(1), windows: [{ limit: 1, interval: Duration.seconds(10) }] })
          assert.deepStrictEqual(yield* ask("first"), Duration.zero)
          const delay = Duration.toMillis(yield* ask("second"))
          assert.isAbove(delay, 60_000)
          assert.isAtMost(delay, 70_001)
        }).pipe(Effect.provide(RateLimitStore.layer({ name: "margin", margin: "1 minute" }))),
      )
    })
  })
}

const postgres = databases[1]

describe.skipIf(postgres.missing !== undefined)(`a database that is down ${postgres.missing ?? ""}`, () => {
  it.live(
    "lets requests wait and says so once, and they go on when it answers again",
    () => {
      const told: Array<string> = []
      const logger = Logger.replace(
        Logger.defaultLogger,
        Logger.make(({ message }) => void told.push(String(message))),
      )
      return Effect.gen(function* () {
        const store = yield* RateLimit.Store
        const { server } = yield* Database
        const ask = (id: string) =>
          store!.consume({ id, within: Duration.seconds(1), windows: [{ limit: 5, interval: Duration.minutes(1) }] })
        assert.deepStrictEqual(yield* ask("before"), Duration.zero)
        yield* Effect.promise(server!.end)
        const waiting = yield* Effect.fork(ask("meanwhile"))
        while (told.length === 0) yield* Effect.sleep("10 millis")
        assert.include(told[0], "the database of the rate limit default does not respond")
        assert.isNull(waiting.unsafePoll())
        yield* Effect.promise(server!.again)
        assert.deepStrictEqual(yield* waiting, Duration.zero)
        assert.deepStrictEqual(told.slice(1), ["the database of the rate limit default responds again"])
      }).pipe(Effect.provide(RateLimitStore.layer().pipe(Layer.provideMerge(postgres.layer))), Effect.provide(logger))
    },
    { timeout: 60_000 },
  )
})
