/**
 * What waits for a connection has not left: the pool of `NodeClient`, the rate limit, pauses and the timeout together.
 */
import { MarketData } from "@candela/core/MarketData"
import * as RateLimit from "@candela/core/RateLimit"
import * as Retry from "@candela/core/Retry"
import { NodeClient } from "@candela/node"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Context, Duration, Effect, Exit, Fiber, Layer, Option, Scope, TestClock } from "effect"
import type { ServerResponse } from "node:http"
import { Weather } from "@candela/support/endpoints"
import { eventually, settle } from "@candela/support/eventually"
import { serve } from "@candela/support/loopback"
import { pageOf, readingsOf } from "@candela/support/readingsServer"
import { recording } from "@candela/support/tracer"

/** A server whose answers are given by the test, in the order in which the requests came. */
const heldServer = Effect.gen(function* () {
  const open: Array<ServerResponse> = []
  const server = { seen: 0 }
  const url = yield* serve((_, response) => {
    server.seen += 1
    open.push(response)
  })
  const take = () => open.shift()!
  return {
    url,
    server,
    /** Waits until so many requests have come, and no more do. */
    seen: (count: number) =>
      Effect.zipRight(
        eventually(Effect.sync(() => server.seen >= count)),
        Effect.map(settle, () => assert.strictEqual(server.seen, count)),
      ),
    answer: Effect.sync(() => take().end(pageOf(readingsOf(0, 1), undefined))),
    answerAll: Effect.sync(() =>
      open.splice(0).forEach((response) => response.end(pageOf(readingsOf(0, 1), undefined))),
    ),
    refuse: (retryAfter: number) =>
      Effect.sync(() =>
        take()
          .writeHead(429, { "retry-after": String(retryAfter) })
          .end('{"status":"OK"}'),
      ),
  }
})

/** The service behind a pool of so many connections. */
const pooled = (baseUrl: string, connections: number, options: Partial<MarketData.Options> = {}) =>
  Effect.map(
    Layer.build(
      Weather.layer.pipe(
        Layer.provide(MarketData.layer({ baseUrl, apiKey: "key", retry: Retry.none, ...options })),
        Layer.provide(NodeClient.layerWith({ connections })),
      ),
    ),
    (context) => Context.get(context, Weather).readings({ station: "S", from: 0, to: 1 }),
  )

const forkMany = <A, E>(effect: Effect.Effect<A, E>, count: number) =>
  Effect.forkAll(Array.from({ length: count }, () => effect))

describe("a pool of connections", () => {
  it.scoped("lets no request leave during a pause, also none that waited for a connection before it", () =>
    Effect.gen(function* () {
      const server = yield* heldServer
      const call = yield* pooled(server.url, 2, { retry: Retry.make({ jitter: false }) })
      const calls = yield* forkMany(call, 12)
      yield* server.seen(2)
      yield* server.refuse(5)
      yield* server.refuse(5)
      // Ten calls get a connection now, and keep it until the pause is over.
      yield* server.seen(2)
      yield* TestClock.adjust("4999 millis")
      yield* server.seen(2)
      yield* TestClock.adjust("10 seconds")
      for (let count = 2; count < 14; count += 2) {
        yield* server.seen(count + 2)
        yield* server.answer
        yield* server.answer
      }
      yield* Fiber.join(calls)
    }),
  )

  it.scoped("does not count as the time of an attempt while a call waits for a connection", () =>
    Effect.gen(function* () {
      const server = yield* heldServer
      const call = yield* pooled(server.url, 1, { timeout: "10 seconds" })
      const calls = yield* forkMany(call, 5)
      for (let count = 1; count <= 5; count++) {
        yield* server.seen(count)
        yield* TestClock.adjust("9 seconds")
        yield* server.answer
      }
      yield* Fiber.join(calls)
      // A request that was sent is given up in time all the same.
      const late = yield* Effect.fork(Effect.flip(call))
      yield* server.seen(6)
      yield* TestClock.adjust("10 seconds")
      assert.include(yield* Fiber.join(late), { _tag: "TimeoutError" })
    }),
  )

  it.scoped("does not use up the rate limit while a call waits for a connection", () =>
    Effect.gen(function* () {
      const server = yield* heldServer
      const call = yield* pooled(server.url, 1, { rateLimit: RateLimit.make({ limit: 2, interval: "10 seconds" }) })
      const calls = yield* forkMany(call, 4)
      yield* server.seen(1)
      // The second request leaves 20 seconds later: its place in the window counts from then.
      yield* TestClock.adjust("20 seconds")
      yield* server.answer
      yield* server.seen(2)
      yield* server.answer
      yield* server.seen(3)
      yield* server.answer
      yield* TestClock.adjust("9999 millis")
      yield* server.seen(3)
      yield* TestClock.adjust("1 milli")
      yield* server.seen(4)
      yield* server.answer
      yield* Fiber.join(calls)
    }),
  )

  it.scoped("is seen in the span of a call that waits for it", () =>
    Effect.gen(function* () {
      const server = yield* heldServer
      const call = yield* pooled(server.url, 1)
      const { spans, tracer } = recording()
      const calls = yield* Effect.withTracer(forkMany(call, 2), tracer)
      yield* server.seen(1)
      yield* TestClock.adjust("7 seconds")
      yield* server.answer
      yield* server.seen(2)
      yield* server.answer
      yield* Fiber.join(calls)
      const own = spans.filter(({ name }) => name === "test.readings")
      assert.deepStrictEqual(
        own.map(({ events }) => events),
        [[], [["candela.waited", 7_000_000_000n, { "candela.reason": "connection", "candela.duration": 7000 }]]],
      )
    }),
  )

  it.scoped("gives a connection to those who wait when one who had it, or was about to get it, gives up", () =>
    Effect.gen(function* () {
      const server = yield* heldServer
      const call = yield* pooled(server.url, 2)
      for (let round = 0; round < 10; round++) {
        const before = server.server.seen
        const calls = yield* Effect.forEach([1, 2, 3, 4], () => Effect.fork(call))
        yield* server.seen(before + 2)
        yield* Fiber.interruptAll(calls.slice(0, 2)).pipe(
          Effect.zip(Effect.zipRight(Effect.repeatN(Effect.yieldNow(), round), Fiber.interrupt(calls[2]!)), {
            concurrent: true,
          }),
        )
        const last = yield* Effect.fork(call)
        // Whether the third was sent before it was given up is for chance to say: the others come through.
        yield* eventually(
          Effect.zipRight(
            Effect.suspend(() => (server.server.seen > before + 2 ? server.answerAll : Effect.void)),
            Effect.map(Effect.all([Fiber.poll(calls[3]!), Fiber.poll(last)]), (polled) => polled.every(Option.isSome)),
          ),
        )
        assert.isTrue(Exit.isSuccess(yield* Fiber.await(last)))
        assert.isTrue(Exit.isSuccess(yield* Fiber.await(calls[3]!)))
      }
    }),
  )
})

describe("a layer that is closed", () => {
  const policy = Retry.make({ jitter: false })

  it.scoped(
    "ends its calls at once: those in flight, those that wait for a connection, a permit, a pause or the next attempt",
    () =>
      Effect.gen(function* () {
        const server = yield* heldServer
        const scope = yield* Scope.make()
        const call = yield* Scope.extend(
          pooled(server.url, 2, { retry: policy, rateLimit: RateLimit.make({ limit: 3, interval: "1 minute" }) }),
          scope,
        )
        const calls = yield* Effect.forEach([1, 2, 3, 4, 5, 6], () => Effect.fork(Effect.flip(call)))
        yield* server.seen(2)
        yield* server.refuse(60)
        yield* settle
        yield* Scope.close(scope, Exit.void)
        for (const fiber of calls) {
          const error = yield* Fiber.join(fiber)
          assert.include(error, { _tag: "TransportError", reason: "Closed" })
          assert.include(error.message, "the MarketData layer is closed")
        }
        assert.include(yield* Effect.flip(call), { _tag: "TransportError", reason: "Closed" })
        assert.strictEqual(yield* Effect.map(TestClock.currentTimeMillis, Number), 0)
        yield* server.seen(2)
      }),
  )

  it.scoped("lets no request leave afterwards, whatever the client", () =>
    Effect.gen(function* () {
      const server = yield* heldServer
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(
        Weather.layer.pipe(
          Layer.provide(MarketData.layer({ baseUrl: server.url, apiKey: "key" })),
          Layer.provide(FetchHttpClient.layer),
        ),
        scope,
      )
      const { readings } = Context.get(context, Weather)
      yield* Scope.close(scope, Exit.void)
      for (let call = 0; call < 10; call++) {
        const error = yield* Effect.flip(readings({ station: "S", from: 0, to: 1 }))
        assert.include(error, { _tag: "TransportError", reason: "Closed" })
      }
      yield* server.seen(0)
    }),
  )

  it.scoped("is no reason to try again where only the client was closed", () =>
    Effect.gen(function* () {
      const server = yield* heldServer
      const scope = yield* Scope.make()
      const client = yield* Scope.extend(Layer.build(NodeClient.layerWith({ connections: 1 })), scope)
      const context = yield* Layer.build(
        Weather.layer.pipe(
          Layer.provide(MarketData.layer({ baseUrl: server.url, apiKey: "key", timeout: Duration.minutes(5) })),
          Layer.provide(Layer.succeedContext(client)),
        ),
      )
      const { readings } = Context.get(context, Weather)
      const calls = yield* Effect.forEach([1, 2], () =>
        Effect.fork(Effect.flip(readings({ station: "S", from: 0, to: 1 }))),
      )
      yield* server.seen(1)
      yield* Scope.close(scope, Exit.void)
      for (const fiber of calls) assert.include(yield* Fiber.join(fiber), { _tag: "TransportError", reason: "Closed" })
    }),
  )
})
