/**
 * Timeouts and deadlines in regions that cannot be interrupted: finalizers, `acquireRelease`, `Effect.uninterruptible`.
 */
import type { MarketDataError } from "@candela/core/MarketDataError"
import { MarketData } from "@candela/core/MarketData"
import * as Retry from "@candela/core/Retry"
import { NodeClient } from "@candela/node"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Layer, Option, Stream, TestClock } from "effect"
import { waitFor } from "../../src/internal/patience.js"
import { Flights } from "../../src/internal/cache/flights.js"
import { Weather } from "@candela/support/endpoints"
import { serve } from "@candela/support/loopback"
import { pageOf, readingsOf } from "@candela/support/readingsServer"
import { apiKey, states, weather } from "@candela/support/weather"

type Limits = { readonly deadline?: number }
type Call = Effect.Effect<unknown, MarketDataError, Weather>

const status = (limits: Limits): Call => Effect.flatMap(Weather, (service) => service.status({ station: "A" }, limits))

const pages = (limits: Limits): Call =>
  Effect.flatMap(Weather, ({ readings }) =>
    Stream.runDrain(readings.stream({ station: "S", from: 0, to: 9 }, { ...limits, pageSize: 2 })),
  )

/** Regions that cannot be interrupted. Each returns how the call ended in it. */
const regions: Readonly<
  Record<string, (call: Call) => Effect.Effect<Exit.Exit<unknown, MarketDataError>, never, Weather>>
> = {
  "Effect.uninterruptible": (call) => Effect.uninterruptible(Effect.exit(call)),
  acquireRelease: (call) => Effect.exit(Effect.scoped(Effect.acquireRelease(call, () => Effect.void))),
  "a finalizer": (call) =>
    Effect.suspend(() => {
      let end: Exit.Exit<unknown, MarketDataError> = Exit.void
      return Effect.addFinalizer(() => Effect.map(Effect.exit(call), (exit) => void (end = exit))).pipe(
        Effect.scoped,
        Effect.map(() => end),
      )
    }),
}

const first = ScriptedTransport.text(pageOf(readingsOf(0, 1), "/v1/readings/S/2/9", "tail"))
const stalled = ScriptedTransport.json({ status: "OK", open: true }).pipe(ScriptedTransport.hangBody)

/** What a service does that never ends its answer. */
const scripts: Readonly<Record<string, ScriptedTransport.Script>> = {
  "before an answer": () => ScriptedTransport.hang,
  "in a body": () => stalled,
}

// The fibers are daemons: a test whose limit does not hold fails instead of waiting for them.
describe("in a region that cannot be interrupted", () => {
  for (const [region, within] of Object.entries(regions)) {
    for (const [moment, script] of Object.entries(scripts)) {
      for (const [name, call] of Object.entries({ "a call": status, "a stream": pages })) {
        it.effect(`the timeout and the deadline end ${name} that hangs ${moment} (${region})`, () =>
          Effect.gen(function* () {
            for (const [limits, milliseconds] of [
              [{}, 500],
              [{ deadline: 300 }, 300],
            ] as const) {
              const fiber = yield* Effect.forkDaemon(within(call(limits)))
              yield* TestClock.adjust(milliseconds - 1)
              assert.isNull(fiber.unsafePoll())
              yield* TestClock.adjust(1)
              const exit = yield* Option.getOrThrow(yield* Fiber.poll(fiber))
              assert.deepInclude(Option.getOrThrow(Exit.causeOption(Exit.mapError(exit, ({ _tag }) => _tag))), {
                _tag: "Fail",
                error: "TimeoutError",
              })
              assert.strictEqual((yield* states).at(-1), "interrupted")
            }
          }).pipe(Effect.provide(weather(script, { timeout: 500 }))),
        )
      }
    }

    it.effect(`a deadline ends the wait for a retry (${region})`, () =>
      Effect.gen(function* () {
        const fiber = yield* Effect.forkDaemon(within(status({ deadline: 5000 })))
        yield* TestClock.adjust(5000)
        assert.isTrue(Option.isSome(yield* Fiber.poll(fiber)))
      }).pipe(
        Effect.provide(
          weather(({ index }) => (index === 0 ? ScriptedTransport.cut : ScriptedTransport.hang), {
            retry: Retry.make({ base: "4 seconds", jitter: false }),
          }),
        ),
      ),
    )

    it.effect(`a stream whose second page hangs ends with its consumer (${region})`, () =>
      Effect.gen(function* () {
        const two = Effect.flatMap(Weather, ({ readings }) =>
          Stream.runCollect(
            Stream.take(readings.stream({ station: "S", from: 0, to: 9 }, { pageSize: 2, prefetch: 1 }), 2),
          ),
        )
        const fiber = yield* Effect.forkDaemon(within(two))
        yield* TestClock.adjust(0)
        assert.isTrue(Exit.isSuccess(yield* Fiber.join(fiber)))
      }).pipe(Effect.provide(weather(({ index }) => (index === 0 ? first : ScriptedTransport.hang)))),
    )
  }

  it.effect("a caller that is interrupted is answered all the same", () =>
    Effect.gen(function* () {
      const ended: Array<Exit.Exit<unknown, MarketDataError>> = []
      const call = Effect.map(Effect.exit(status({})), (exit) => ended.push(exit))
      const fiber = yield* Effect.forkDaemon(Effect.uninterruptible(call))
      yield* ScriptedTransport.until(1)
      const interruption = yield* Effect.fork(Fiber.interrupt(fiber))
      yield* TestClock.adjust(0)
      assert.isNull(interruption.unsafePoll())
      yield* TestClock.adjust(1000)
      yield* Fiber.await(fiber)
      assert.deepStrictEqual(ended.map(Exit.isSuccess), [true])
    }).pipe(
      Effect.provide(
        weather(() => ScriptedTransport.json({ status: "OK", open: true }).pipe(ScriptedTransport.delay(1000))),
      ),
    ),
  )

  it.effect("a store of a cache or of checkpoints that hangs is left at its limit", () =>
    Effect.gen(function* () {
      for (const operation of [Effect.never, Effect.uninterruptible(Effect.never)]) {
        const fiber = yield* Effect.forkDaemon(
          Effect.uninterruptible(Effect.flip(waitFor(operation, 300, () => "late"))),
        )
        yield* TestClock.adjust(300)
        assert.strictEqual(yield* Option.getOrThrow(yield* Fiber.poll(fiber)), "late")
      }
    }),
  )

  it.effect("a call that waits for the same document of another gives up at its limit", () =>
    Effect.gen(function* () {
      const flights = new Flights<never>()
      const document = new Uint8Array()
      const join = (lead: Effect.Effect<{ readonly document: Uint8Array }>) =>
        flights.join("one", lead, () => Effect.succeed({ document }), { patience: 300, until: Infinity })
      yield* Effect.fork(join(Effect.never))
      yield* TestClock.adjust(0)
      const fiber = yield* Effect.forkDaemon(Effect.uninterruptible(join(Effect.never)))
      yield* TestClock.adjust(300)
      assert.deepStrictEqual(yield* Option.getOrThrow(yield* Fiber.poll(fiber)), { document })
    }),
  )
})

for (const [name, client] of Object.entries({ fetch: FetchHttpClient.layer, "the pool of Node": NodeClient.layer })) {
  it.scopedLive(`a server that never ends its answer does not hold up a finalizer (${name})`, () =>
    Effect.gen(function* () {
      const url = yield* serve((_, response) => void response.write("{"))
      const ended: Array<Exit.Exit<unknown, MarketDataError>> = []
      const live = Weather.layer.pipe(
        Layer.provide(MarketData.layer({ baseUrl: url, apiKey, timeout: "300 millis", retry: Retry.none })),
        Layer.provide(client),
      )
      yield* Effect.addFinalizer(() => Effect.map(Effect.exit(status({})), (exit) => ended.push(exit))).pipe(
        Effect.scoped,
        Effect.provide(live),
      )
      assert.deepStrictEqual(
        ended.map((exit) => Exit.causeOption(Exit.mapError(exit, ({ _tag }) => _tag))),
        [Option.some(Cause.fail("TimeoutError"))],
      )
    }),
  )
}
