/** What a call waits for before it is sent, until when, and by which clock. */
import * as RateLimit from "@candela/core/RateLimit"
import { RateLimited, TimeoutError } from "@candela/core/MarketDataError"
import * as Retry from "@candela/core/Retry"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import * as HttpClient from "@effect/platform/HttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Exit, Fiber, Layer, Option, Scope, Stream, TestClock } from "effect"
import { Weather } from "@candela/support/endpoints"
import { recording } from "@candela/support/tracer"
import { asked, times, weather } from "@candela/support/weather"

const ok = ScriptedTransport.json({ status: "OK", open: true })

const status = (options?: { readonly deadline: Duration.DurationInput }) =>
  Effect.flatMap(Weather, (service) => service.status({ station: "A" }, options))

const onceAMinute = RateLimit.make({ limit: 1, interval: "1 minute" })

describe("a deadline", () => {
  it.effect("before the next place of the rate limit ends the call at once, and says so", () =>
    Effect.gen(function* () {
      yield* status()
      yield* TestClock.adjust("8 seconds")
      const error = yield* Effect.flip(status({ deadline: "5 seconds" }))
      assert.instanceOf(error, TimeoutError)
      assert.strictEqual(
        error.message,
        "test.status: not sent: the rate limit of 1 per 60 s has its next place in 52 s. The deadline is 5 s: raise it, or send fewer requests.",
      )
      const { readings } = yield* Weather
      const pages = readings.stream({ station: "S", from: 0, to: 9 }, { deadline: "5 seconds" })
      assert.strictEqual((yield* Effect.flip(Stream.runDrain(pages)))._tag, "TimeoutError")
      assert.lengthOf(yield* asked, 1)
    }).pipe(Effect.provide(weather(() => ok, { rateLimit: onceAMinute, retry: Retry.standard }))),
  )

  it.effect("after the next place lets the call wait, behind those that wait already", () =>
    Effect.gen(function* () {
      yield* status()
      const all = yield* Effect.fork(
        Effect.all(
          [61, 119, 121, 130].map((seconds) => Effect.exit(status({ deadline: Duration.seconds(seconds) }))),
          { concurrency: "unbounded" },
        ),
      )
      yield* TestClock.adjust("5 minutes")
      assert.deepStrictEqual((yield* Fiber.join(all)).map(Exit.isSuccess), [true, false, true, false])
      assert.deepStrictEqual(yield* times, [0, 60_000, 120_000])
    }).pipe(Effect.provide(weather(() => ok, { rateLimit: onceAMinute }))),
  )

  it.effect("that passes during a wait says what for, and the span holds the wait", () => {
    const { spans, tracer } = recording()
    return Effect.gen(function* () {
      // The store does not say how long the next request waits.
      const error = yield* Effect.fork(Effect.flip(Effect.withTracer(status({ deadline: "5 seconds" }), tracer)))
      yield* TestClock.adjust("5 seconds")
      assert.match((yield* Fiber.join(error)).message, /^test\.status: not sent: it waits for a free connection/)
      const events = spans[0]!.events as ReadonlyArray<readonly [string, bigint, Record<string, unknown>]>
      assert.deepStrictEqual(
        events.map(([name, , { "candela.duration": duration, "candela.reason": reason }]) => [name, reason, duration]),
        [["candela.waited", "permit", 5_000]],
      )
    }).pipe(
      Effect.provide(weather(() => ok, { rateLimit: onceAMinute })),
      Effect.provideService(RateLimit.Store, { consume: () => Effect.never }),
    )
  })

  it.effect("before the end of a pause ends the call at once, and says who asked for it", () =>
    Effect.gen(function* () {
      yield* Effect.flip(status())
      const error = yield* Effect.flip(status({ deadline: "5 seconds" }))
      assert.include(error.message, "not sent: after a 429 of the service nothing is sent for another 20 s.")
      assert.lengthOf(yield* asked, 1)
    }).pipe(Effect.provide(weather(() => ScriptedTransport.status(429, { headers: { "retry-after": "20" } })))),
  )
})

describe("many calls that wait", () => {
  const calls = (count: number) =>
    Effect.forEach(Array.from({ length: count }), () => Effect.fork(Effect.exit(status())))

  it.effect("are prepared a few at a time, in their order, whoever gives up", () => {
    const { spans, tracer } = recording()
    return Effect.gen(function* () {
      const fibers = yield* Effect.withTracer(calls(32), tracer)
      yield* TestClock.adjust(0)
      // One is sent, and 16 have been prepared.
      assert.lengthOf(
        spans.filter(({ attributes }) => attributes.has("candela.attempts")),
        17,
      )
      const late = yield* Effect.flip(status({ deadline: "5 minutes" }))
      assert.include(late.message, "not sent: the rate limit of 1 per 60 s has its next place in 1920 s.")
      const patient = yield* Effect.fork(status({ deadline: "33 minutes" }))
      yield* Fiber.interruptAll(fibers.slice(2, 24))
      yield* TestClock.adjust("40 minutes")
      yield* Fiber.joinAll([...fibers.slice(0, 2), ...fibers.slice(24)])
      assert.isTrue((yield* Fiber.join(patient)).open)
      assert.deepStrictEqual(
        yield* times,
        Array.from({ length: 11 }, (_, minute) => minute * 60_000),
      )
      const events = spans[31]!.events as ReadonlyArray<readonly [string, bigint, Record<string, unknown>]>
      const waited = events.reduce((sum, [, , attributes]) => sum + Number(attributes["candela.duration"]), 0)
      assert.strictEqual(waited, 9 * 60_000)
    }).pipe(Effect.provide(weather(() => ok, { rateLimit: onceAMinute })))
  })

  it.effect("end with the layer", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(
        weather(() => ok, { rateLimit: onceAMinute }),
        scope,
      )
      const fibers = yield* Effect.provide(calls(20), context)
      yield* TestClock.adjust(0)
      yield* Scope.close(scope, Exit.void)
      const exits = yield* Fiber.joinAll(fibers)
      assert.lengthOf(exits.filter(Exit.isFailure), 19)
      assert.lengthOf(yield* Effect.provide(asked, context), 1)
    }),
  )

  it.effect("give up when their deadline passes, though the place was to be free before", () =>
    Effect.gen(function* () {
      yield* calls(18)
      const call = yield* Effect.fork(Effect.flip(status({ deadline: "5 seconds" })))
      yield* TestClock.adjust("5 seconds")
      assert.match((yield* Fiber.join(call)).message, /^test\.status: not sent: it waits for a free connection/)
    }).pipe(
      Effect.provide(weather(() => ok, { rateLimit: onceAMinute })),
      Effect.provideService(RateLimit.Store, { consume: () => Effect.never }),
    ),
  )
})

describe("maxWait", () => {
  it.effect("refuses a call that would wait longer, which no retry repeats", () =>
    Effect.gen(function* () {
      yield* status()
      yield* TestClock.adjust("20 seconds")
      const calls = yield* Effect.fork(Effect.all([status(), Effect.flip(status())], { concurrency: "unbounded" }))
      yield* TestClock.adjust(0)
      const [, error] = yield* Effect.zipRight(TestClock.adjust("3 minutes"), Fiber.join(calls))
      assert.instanceOf(error, RateLimited)
      assert.deepStrictEqual(error.retryAfter, Duration.seconds(100))
      assert.strictEqual(
        error.message,
        "test.status: not sent: the rate limit of 1 per 60 s has its next place in 100 s, later than maxWait of RateLimit.make allows.",
      )
      assert.lengthOf(yield* asked, 2)
    }).pipe(
      Effect.provide(
        weather(() => ok, {
          rateLimit: RateLimit.make({ limit: 1, interval: "1 minute" }, { maxWait: "1 minute" }),
          retry: Retry.standard,
        }),
      ),
    ),
  )

  it.effect("refuses a call at once though its client cannot be interrupted", () =>
    Effect.gen(function* () {
      yield* status()
      const call = yield* Effect.forkDaemon(Effect.flip(status()))
      yield* TestClock.adjust(0)
      assert.isTrue(Option.isSome(yield* Fiber.poll(call)))
      assert.instanceOf(yield* Fiber.join(call), RateLimited)
    }).pipe(
      Effect.provide(
        weather(() => ok, {
          rateLimit: RateLimit.make({ limit: 1, interval: "1 minute" }, { maxWait: "30 seconds" }),
          transformClient: (client) => HttpClient.make((request) => Effect.uninterruptible(client.execute(request))),
        }),
      ),
    ),
  )

  it.effect("counts the whole wait of a call, also the part behind others", () =>
    Effect.gen(function* () {
      yield* status()
      yield* TestClock.adjust("30 seconds")
      yield* status()
      yield* TestClock.adjust("1 second")
      // The places are free after 60 and after 90 seconds.
      const calls = yield* Effect.fork(Effect.all([status(), Effect.flip(status())], { concurrency: "unbounded" }))
      yield* TestClock.adjust("2 minutes")
      const [, error] = yield* Fiber.join(calls)
      assert.instanceOf(error, RateLimited)
      assert.deepStrictEqual(error.retryAfter, Duration.seconds(30))
      assert.lengthOf(yield* asked, 3)
    }).pipe(
      Effect.provide(
        weather(() => ok, { rateLimit: RateLimit.make({ limit: 2, interval: "1 minute" }, { maxWait: "40 seconds" }) }),
      ),
    ),
  )
})

describe("a wall clock that is set back by an hour", () => {
  /** Calls, sets the clock back in the middle of the wait, lets a minute pass, and says whether the call has ended. */
  const hasEnded = (call: Effect.Effect<unknown, unknown, Weather>, wait: Duration.DurationInput) =>
    Effect.clockWith((clock) => {
      let offset = 7_200_000
      const millis = () => clock.unsafeCurrentTimeMillis() + offset
      const wall: Clock.Clock = {
        ...Clock.make(),
        unsafeCurrentTimeMillis: millis,
        currentTimeMillis: Effect.sync(millis),
        unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos(),
        currentTimeNanos: clock.currentTimeNanos,
        sleep: (duration) => clock.sleep(duration),
      }
      return Effect.gen(function* () {
        const fiber = yield* Effect.fork(Effect.withClock(call, wall))
        yield* ScriptedTransport.until(1)
        yield* TestClock.adjust(wait)
        offset -= 3_600_000
        yield* TestClock.adjust("1 minute")
        return Option.isSome(yield* Fiber.poll(fiber))
      })
    })

  const cases: Record<string, readonly [ScriptedTransport.Script, Parameters<typeof weather>[1]]> = {
    "a pause": [[ScriptedTransport.status(429, { headers: { "retry-after": "20" } }), ok], { retry: Retry.standard }],
    "a timeout": [() => ScriptedTransport.hang, {}],
    "a deadline": [() => ScriptedTransport.hang, { timeout: "1 day" }],
    "a retry": [[ScriptedTransport.cut, ok], { retry: Retry.make({ base: "20 seconds", cap: "20 seconds" }) }],
  }
  for (const [name, [script, options]] of Object.entries(cases)) {
    it.effect(`holds up ${name} no longer`, () =>
      Effect.gen(function* () {
        assert.isTrue(
          yield* hasEnded(status(name === "a deadline" ? { deadline: "40 seconds" } : undefined), "10 seconds"),
        )
      }).pipe(Effect.provide(weather(script, options))),
    )
  }

  it.effect("holds up a rate limit no longer", () =>
    Effect.gen(function* () {
      const two = Effect.zipRight(status(), status())
      assert.isTrue(yield* hasEnded(two, "10 seconds"))
      assert.lengthOf(yield* asked, 2)
    }).pipe(Effect.provide(weather(() => ok, { rateLimit: RateLimit.make({ limit: 1, interval: "30 seconds" }) }))),
  )
})
