/** A plan of 5 requests a minute, whose service refuses further ones without saying how long to wait. */
import { MarketData } from "@candela/core/MarketData"
import * as RateLimit from "@candela/core/RateLimit"
import * as Retry from "@candela/core/Retry"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, FastCheck as fc, Fiber, Layer, Random, Stream, TestClock } from "effect"
import { Weather } from "@candela/support/endpoints"
import { page } from "@candela/support/readingsServer"
import { runs, seeded } from "@candela/support/seeded"
import { asked, weather } from "@candela/support/weather"

/** A step of a script. */
type Scripted = ReturnType<typeof ScriptedTransport.status>

const minute = 60_000

/**
 * A service that refuses a request without a word if it has answered 5 in the minute before.
 * `latencyOf` returns how long a request is on its way.
 */
const freePlan = (answer: (exchange: ScriptedTransport.Exchange) => Scripted, latencyOf: (index: number) => number) => {
  const answered: Array<number> = []
  return (exchange: ScriptedTransport.Exchange): Scripted => {
    const now = exchange.at + latencyOf(exchange.index)
    if (answered.filter((at) => at > now - minute).length >= 5) return ScriptedTransport.status(429)
    answered.push(now)
    return answer(exchange)
  }
}

const ok = () => ScriptedTransport.json({ status: "OK", open: true })
const status = Effect.flatMap(Weather, (service) => service.status({ station: "A" }))
const statusesOf = Effect.map(asked, (all) => all.length)

describe("a free plan", () => {
  for (const prefetch of [0, 2]) {
    it.effect(`a layer with the defaults gets through a stream of 30 pages (prefetch ${prefetch})`, () =>
      Effect.gen(function* () {
        const { readings } = yield* Weather
        const rows = yield* Effect.fork(
          Stream.runCount(readings.stream({ station: "S", from: 0, to: 59 }, { pageSize: 2, prefetch })),
        )
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(yield* Fiber.join(rows), 60)
      }).pipe(
        Effect.withRandom(Random.make(37)),
        Effect.provide(
          weather(
            freePlan(
              ({ url }) => ScriptedTransport.text(page(url)),
              () => 0,
            ),
            { retry: Retry.standard },
          ),
        ),
      ),
    )
  }

  it.effect("a layer with the defaults gets through 30 calls, 5 at a time", () =>
    Effect.gen(function* () {
      const calls = yield* Effect.fork(
        Effect.forEach(Array.from({ length: 30 }), () => Effect.exit(status), { concurrency: 5 }),
      )
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual((yield* Fiber.join(calls)).filter(Exit.isFailure), [])
    }).pipe(
      Effect.withRandom(Random.make(37)),
      Effect.provide(
        weather(
          freePlan(ok, () => 0),
          { retry: Retry.standard },
        ),
      ),
    ),
  )

  for (const headers of [{}, { "retry-after": "60" }]) {
    it.effect(`calls at a time are served fairly, however the network orders them (${JSON.stringify(headers)})`, () => {
      const answered: Array<number> = []
      const onTheWay = Effect.flatMap(Random.nextIntBetween(20, 200), (milliseconds) => Effect.sleep(milliseconds))
      const client = HttpClient.make((request) =>
        Effect.gen(function* () {
          yield* onTheWay
          const now = yield* Clock.currentTimeMillis
          const isRefused = answered.filter((at) => at > now - minute).length >= 5
          if (!isRefused) answered.push(now)
          yield* onTheWay
          const response = isRefused
            ? new Response("", { status: 429, headers })
            : new Response(`{"status":"OK","open":true}`)
          return HttpClientResponse.fromWeb(request, response)
        }),
      )
      return Effect.gen(function* () {
        const calls = yield* Effect.fork(
          Effect.forEach(Array.from({ length: 30 }), () => Effect.exit(status), { concurrency: 16 }),
        )
        yield* TestClock.adjust("20 minutes")
        assert.deepStrictEqual((yield* Fiber.join(calls)).filter(Exit.isFailure), [])
      }).pipe(
        Effect.withRandom(Random.make(1)),
        Effect.provide(
          Weather.layer.pipe(
            Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "key" })),
            Layer.provide(Layer.succeed(HttpClient.HttpClient, client)),
          ),
        ),
      )
    })
  }

  it.effect("a refusal holds back every request of the layer", () =>
    Effect.gen(function* () {
      const first = yield* Effect.fork(Effect.exit(status))
      yield* TestClock.adjust(0)
      const others = yield* Effect.forkAll(Array.from({ length: 20 }, () => Effect.exit(status)))
      yield* TestClock.adjust(999)
      assert.strictEqual(yield* statusesOf, 1)
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(first)
      yield* Fiber.join(others)
      assert.strictEqual(yield* statusesOf, 22)
    }).pipe(
      Effect.provide(
        weather(({ index }) => (index === 0 ? ScriptedTransport.status(429) : ok()), {
          retry: Retry.make({ jitter: false }),
        }),
      ),
    ),
  )

  it.effect.prop(
    "RateLimit.free meets no 429, though requests are on their way for up to a second",
    { latencies: fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 20 }) },
    ({ latencies }) =>
      Effect.gen(function* () {
        const calls = yield* Effect.fork(
          Effect.forEach(Array.from({ length: 23 }), () => Effect.exit(status), { concurrency: 3 }),
        )
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual((yield* Fiber.join(calls)).filter(Exit.isFailure), [])
        assert.strictEqual(yield* statusesOf, 23)
      }).pipe(
        Effect.provide(
          weather(
            freePlan(ok, (index) => latencies[index % latencies.length]!),
            { rateLimit: RateLimit.free },
          ),
        ),
      ),
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(20) } },
  )
})
