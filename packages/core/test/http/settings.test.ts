import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Either, Fiber, Stream, TestClock } from "effect"
import { Weather } from "@candela/support/endpoints"
import { weather } from "@candela/support/weather"

const answer = ScriptedTransport.json({ status: "OK", results: [{ t: 0, v: 1 }] })

/** The page, or its error, and the request's headers, through a layer with these settings. */
const call = (settings: MarketData.Settings, script: ScriptedTransport.Script = [answer]) =>
  Effect.gen(function* () {
    const { readings } = yield* Weather
    const page = yield* Effect.either(readings({ station: "here", from: 0, to: 9 }).pipe(Effect.withSpan("caller")))
    const [exchange] = yield* ScriptedTransport.exchanges
    return { page, headers: exchange!.headers }
  }).pipe(Effect.provide(weather(script, settings)))

const tagOf = ({ page }: Effect.Effect.Success<ReturnType<typeof call>>) =>
  page._tag === "Right" ? "a page" : page.left._tag

describe("settings of a layer", () => {
  it.effect("gzip is asked for, unless it is turned off", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* call({})).headers["accept-encoding"], "gzip")
      assert.notStrictEqual((yield* call({ gzip: false })).headers["accept-encoding"], "gzip")
    }),
  )

  it.effect("the span is told to the service only when propagateTrace says so", () =>
    Effect.gen(function* () {
      assert.notProperty((yield* call({})).headers, "traceparent")
      assert.property((yield* call({ propagateTrace: true })).headers, "traceparent")
    }),
  )

  it.effect("maxBodySize bounds an answer", () =>
    Effect.gen(function* () {
      assert.strictEqual(tagOf(yield* call({})), "a page")
      assert.strictEqual(tagOf(yield* call({ maxBodySize: 10 })), "TransportError")
    }),
  )

  it.effect("deadline bounds a call, unless it has its own, and no stream", () =>
    Effect.gen(function* () {
      const slow = [answer.pipe(ScriptedTransport.delay("10 seconds"))]
      const layer = weather(slow, { deadline: "1 second" })
      const request = { station: "here", from: 0, to: 9 }
      const of = <A, E>(use: (service: Weather["Type"]) => Effect.Effect<A, E>) =>
        Effect.fork(Effect.either(Effect.provide(Effect.flatMap(Weather, use), layer)))
      const hurried = yield* of(({ readings }) => readings(request))
      const single = yield* of(({ status }) => status({ station: "here" }))
      const patient = yield* Effect.forEach(["11 seconds", Duration.infinity] as const, (deadline) =>
        of(({ readings }) => readings(request, { deadline })),
      )
      const stream = yield* of(({ readings }) => Stream.runCount(readings.stream(request)))
      const own = yield* of(({ readings }) => Stream.runCount(readings.stream(request, { deadline: "1 second" })))
      yield* TestClock.adjust("1 second")
      for (const fiber of [hurried, single, own]) {
        const result = yield* Fiber.join<Either.Either<unknown, MarketDataError>, never>(fiber)
        assert.strictEqual(Either.isLeft(result) && result.left._tag, "TimeoutError")
      }
      yield* TestClock.adjust("9 seconds")
      for (const fiber of [...patient, stream]) {
        assert.isTrue(Either.isRight(yield* Fiber.join<Either.Either<unknown, MarketDataError>, never>(fiber)))
      }
    }),
  )

  it.effect("timeout bounds an attempt", () =>
    Effect.gen(function* () {
      const slow = [answer.pipe(ScriptedTransport.delay("10 seconds"))]
      const patient = yield* Effect.fork(call({}, slow))
      const hurried = yield* Effect.fork(call({ timeout: "1 second" }, slow))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(tagOf(yield* Fiber.join(patient)), "a page")
      assert.strictEqual(tagOf(yield* Fiber.join(hurried)), "TimeoutError")
    }),
  )
})
