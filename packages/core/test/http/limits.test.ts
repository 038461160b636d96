/** What bounds a call beside its policy: the layer's retry budget, and the deadline of the call or stream. */
import type { MarketDataError } from "@candela/core/MarketDataError"
import * as Retry from "@candela/core/Retry"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Either, FastCheck as fc, Fiber, Stream, TestClock } from "effect"
import { Weather } from "@candela/support/endpoints"
import { eventually } from "@candela/support/eventually"
import { sized } from "@candela/support/forms"
import { serve } from "@candela/support/readingsServer"
import { seeded } from "@candela/support/seeded"
import { asked, states, times, weather } from "@candela/support/weather"

const ok = ScriptedTransport.json({ status: "OK", open: true })
const status = Effect.flatMap(Weather, (service) => service.status({ station: "A" }))
const retry = Retry.make({ jitter: false })
const broken = ScriptedTransport.status(503)

const assertNotRetried = (error: MarketDataError, why: string) => {
  assert.include(error, { notRetried: why })
  assert.include(error.message, `Not retried: ${why}.`)
}

describe("the retry budget", () => {
  it.effect("ends the retries of a service that fails, with an error that says so", () =>
    Effect.gen(function* () {
      const calls = yield* Effect.fork(Effect.forEach(Array.from({ length: 40 }), () => Effect.flip(status)))
      yield* TestClock.adjust("1 hour")
      const errors = yield* Fiber.join(calls)
      // 40 calls, 10 retries in reserve, and one more for each five calls but the first, whose
      // share a full budget does not take.
      assert.lengthOf(yield* asked, 40 + 10 + 7)
      assertNotRetried(errors.at(-1)!, "too many requests fail (retryBudget)")
      assert.notProperty(errors[0]!, "notRetried")
    }).pipe(Effect.provide(weather(() => broken, { retry }))),
  )

  it.effect.prop(
    "lets through no more retries than its share of the calls and its reserve, and wastes none",
    {
      share: fc.constantFrom(0, 0.1, 0.2, 0.5, 1),
      reserve: fc.integer({ min: 0, max: 10 }),
      calls: fc.integer({ min: 1, max: 200 }),
    },
    ({ calls, reserve, share }) =>
      Effect.sync(() => {
        const budget = Retry.budget({ share, reserve })
        let retries = 0
        for (let call = 0; call < calls; call++) {
          budget.earn()
          while (budget.spend()) retries += 1
        }
        assert.isAtMost(retries, reserve + Math.round(share * calls * 1000) / 1000)
        if (reserve >= 1) assert.isAtLeast(retries, reserve + Math.floor(share * (calls - 1) + 1e-6))
      }),
    seeded,
  )

  it.effect("keeps out of the way of a service that fails now and then", () =>
    Effect.gen(function* () {
      const calls = yield* Effect.fork(Effect.forEach(Array.from({ length: 60 }), () => status))
      yield* TestClock.adjust("1 hour")
      assert.lengthOf(yield* Fiber.join(calls), 60)
    }).pipe(Effect.provide(weather(({ index }) => (index % 8 === 0 ? broken : ok), { retry }))),
  )

  it.effect("is that of the layer: another size, or none", () =>
    Effect.gen(function* () {
      const retriesOf = (retryBudget: Retry.BudgetOptions) =>
        Effect.gen(function* () {
          const call = yield* Effect.fork(Effect.flip(status))
          yield* TestClock.adjust("1 hour")
          yield* Fiber.join(call)
          return (yield* asked).length - 1
        }).pipe(Effect.provide(weather(() => broken, { retry, retryBudget })))
      assert.strictEqual(yield* retriesOf({ reserve: 2 }), 2)
      assert.strictEqual(yield* retriesOf({ reserve: 0 }), 0)
      assert.strictEqual(yield* retriesOf({ reserve: Infinity }), 5)
    }),
  )
})

describe("the deadline", () => {
  const within = (deadline: Duration.DurationInput) =>
    Effect.flatMap(Weather, (service) => service.status({ station: "A" }, { deadline }))

  it.effect("ends a call, with its request", () =>
    Effect.gen(function* () {
      const call = yield* Effect.fork(Effect.flip(within("10 seconds")))
      yield* TestClock.adjust("9999 millis")
      assert.isNull(call.unsafePoll())
      yield* TestClock.adjust("1 milli")
      const error = yield* Fiber.join(call)
      assert.deepInclude(error, { _tag: "TimeoutError", endpoint: "test.status", timeout: Duration.seconds(10) })
      assert.notProperty(error, "notRetried")
      assert.deepStrictEqual(yield* states, ["interrupted"])
    }).pipe(Effect.provide(weather(() => ScriptedTransport.hang))),
  )

  it.effect("lets a call be that ends in time", () =>
    Effect.gen(function* () {
      assert.isTrue((yield* within("1 milli")).open)
      yield* TestClock.adjust("1 hour")
    }).pipe(Effect.provide(weather(() => ok))),
  )

  it.effect("begins no retry after it, and does not wait for it then", () =>
    Effect.gen(function* () {
      const call = yield* Effect.fork(Effect.flip(within("1 second")))
      yield* TestClock.adjust("999 millis")
      const error = yield* Fiber.join(call)
      assert.strictEqual(error._tag, "ServiceError")
      assertNotRetried(error, "the deadline comes first")
      assert.deepStrictEqual(yield* times, [0, 250, 750])
    }).pipe(Effect.provide(weather(() => broken, { retry }))),
  )

  it.effect("sends nothing when it has passed before", () =>
    Effect.gen(function* () {
      for (const deadline of [0, -1]) assert.strictEqual((yield* Effect.flip(within(deadline)))._tag, "TimeoutError")
      assert.deepStrictEqual(yield* asked, [])
    }).pipe(Effect.provide(weather(() => ok))),
  )

  for (const form of ["pages", "stream", "columns"] as const) {
    it.effect(`counts the time of the consumer of .${form}, though all has arrived`, () =>
      Effect.gen(function* () {
        const { readings } = yield* Weather
        for (const pause of [499, 500]) {
          const stream: Stream.Stream<unknown, MarketDataError> = readings[form](
            ...sized(form, { station: "A", from: 0, to: 1 }, 2, { deadline: "500 millis" }),
          )
          let taken = 0
          const run = yield* Stream.chunks(stream).pipe(
            Stream.runForEach(() => {
              taken += 1
              return Effect.sleep(pause)
            }),
            Effect.either,
            Effect.fork,
          )
          yield* eventually(Effect.sync(() => taken === 1))
          yield* TestClock.adjust(pause)
          const result = yield* Fiber.join(run)
          if (pause < 500) assert.isTrue(Either.isRight(result))
          else
            assert.deepInclude(Either.getOrThrow(Either.flip(result)), {
              _tag: "TimeoutError",
              endpoint: "test.readings",
            })
        }
      }).pipe(Effect.provide(weather(serve()))),
    )
    it.effect(`ends the whole of .${form}, with what came before it given`, () =>
      Effect.gen(function* () {
        const { readings } = yield* Weather
        const stream: Stream.Stream<unknown, MarketDataError> = readings[form](
          { station: "A", from: 0, to: 99 },
          { deadline: "25 seconds", prefetch: 0 },
        )
        let pages = 0
        const run = yield* stream.pipe(
          Stream.chunks,
          Stream.runForEach(() => Effect.sync(() => ++pages)),
          Effect.flip,
          Effect.fork,
        )
        yield* TestClock.adjust("1 minute")
        const error = yield* Fiber.join(run)
        assert.deepInclude(error, { _tag: "TimeoutError", timeout: Duration.seconds(25) })
        assert.strictEqual(pages, 2)
        assert.deepStrictEqual(yield* times, [0, 10_000, 20_000])
      }).pipe(
        Effect.provide(
          weather(({ index }) =>
            ScriptedTransport.json({
              status: "OK",
              results: [{ t: index, v: 1 }],
              next_url: `http://service.test/v1/readings/A/0/99?cursor=${index}`,
            }).pipe(ScriptedTransport.delay("10 seconds")),
          ),
        ),
      ),
    )
  }
})
