import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import * as HttpClient from "@effect/platform/HttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, TestClock } from "effect"

const get = (path = "/") => HttpClient.get(`http://service.test${path}`, { headers: { "X-Tag": "a" } })

const states = Effect.map(ScriptedTransport.exchanges, (all) => all.map(({ state }) => state))

const run = <A, E>(
  script: ScriptedTransport.Script,
  effect: Effect.Effect<A, E, HttpClient.HttpClient | ScriptedTransport.Transcript>,
) => Effect.provide(effect, ScriptedTransport.layer(script))

describe("ScriptedTransport", () => {
  it.effect("answers step by step: JSON, text, bytes, a bare status, headers", () =>
    run(
      [
        ScriptedTransport.json({ a: 1 }),
        ScriptedTransport.text("<html>", { status: 502, headers: { "retry-after": "3" } }),
        ScriptedTransport.bytes(Uint8Array.of(0, 255)),
        ScriptedTransport.status(204),
      ],
      Effect.gen(function* () {
        const json = yield* get()
        assert.strictEqual(json.status, 200)
        assert.strictEqual(json.headers["content-type"], "application/json")
        assert.deepStrictEqual(yield* json.json, { a: 1 })
        const text = yield* get()
        assert.strictEqual(text.status, 502)
        assert.strictEqual(text.headers["retry-after"], "3")
        assert.strictEqual(yield* text.text, "<html>")
        assert.deepStrictEqual(new Uint8Array(yield* (yield* get()).arrayBuffer), Uint8Array.of(0, 255))
        assert.strictEqual((yield* get()).status, 204)
        assert.deepStrictEqual(yield* states, ["answered", "answered", "answered", "answered"])
      }),
    ),
  )

  it.effect("writes down what it was asked, and when", () =>
    run(
      [ScriptedTransport.status(200), ScriptedTransport.status(200)],
      Effect.gen(function* () {
        yield* get("/a?b=c%20d")
        yield* TestClock.adjust("5 seconds")
        yield* get("/e")
        const exchanges = yield* ScriptedTransport.exchanges
        assert.deepStrictEqual(
          exchanges.map(({ at, headers, index, method, url }) => [index, method, url.href, headers["x-tag"], at]),
          [
            [0, "GET", "http://service.test/a?b=c%20d", "a", 0],
            [1, "GET", "http://service.test/e", "a", 5000],
          ],
        )
      }),
    ),
  )

  it.effect("answers by a function of the request, which may be an effect", () =>
    run(
      ({ index, url }) =>
        index === 0
          ? ScriptedTransport.text(url.pathname)
          : Effect.map(
              Effect.clockWith((clock) => clock.currentTimeMillis),
              (now) => ScriptedTransport.json({ now }),
            ),
      Effect.gen(function* () {
        assert.strictEqual(yield* (yield* get("/here")).text, "/here")
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(yield* (yield* get()).json, { now: 1000 })
      }),
    ),
  )

  it.effect("delays by the test clock", () =>
    run(
      [ScriptedTransport.text("late").pipe(ScriptedTransport.delay("1 minute"))],
      Effect.gen(function* () {
        const fiber = yield* Effect.fork(get())
        yield* TestClock.adjust("59 seconds")
        assert.strictEqual((yield* Fiber.poll(fiber))._tag, "None")
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* (yield* Fiber.join(fiber)).text, "late")
      }),
    ),
  )

  it.effect("cuts the connection, and the body in its middle", () =>
    run(
      [ScriptedTransport.cut, ScriptedTransport.text("0123456789").pipe(ScriptedTransport.cutBody)],
      Effect.gen(function* () {
        const lost = yield* Effect.flip(get())
        assert.strictEqual(lost._tag, "RequestError")
        assert.strictEqual((lost.cause as { code: string }).code, "ECONNRESET")
        const cut = yield* Effect.flip((yield* get()).text)
        assert.strictEqual(cut._tag, "ResponseError")
        assert.deepStrictEqual(yield* states, ["cut", "cut"])
      }),
    ),
  )

  it.effect("hangs before the answer, and in the body; and sees that the client gave up", () =>
    run(
      [ScriptedTransport.hang, ScriptedTransport.text("0123456789").pipe(ScriptedTransport.hangBody)],
      Effect.gen(function* () {
        for (const index of [0, 1]) {
          const fiber = yield* Effect.fork(Effect.flatMap(get(), (response) => response.text))
          yield* ScriptedTransport.until(index + 1)
          assert.strictEqual((yield* states)[index], "open")
          yield* Effect.yieldNow()
          yield* Fiber.interrupt(fiber)
          assert.strictEqual((yield* states)[index], "interrupted")
        }
      }),
    ),
  )

  it.effect("tells a body that was read to its end from one that was not", () =>
    run(
      [ScriptedTransport.bytes(new Uint8Array(100_000)), ScriptedTransport.bytes(new Uint8Array(100_000))],
      Effect.gen(function* () {
        yield* get()
        assert.deepStrictEqual(yield* states, ["open"])
        assert.strictEqual((yield* (yield* get()).arrayBuffer).byteLength, 100_000)
        assert.deepStrictEqual(yield* states, ["open", "answered"])
      }),
    ),
  )

  it.effect("says which request the script has no step for", () =>
    run(
      [ScriptedTransport.status(200)],
      Effect.gen(function* () {
        yield* get()
        const exit = yield* Effect.exit(get("/second"))
        assert(Exit.isFailure(exit) && Cause.isDie(exit.cause))
        assert.match(Cause.pretty(exit.cause), /1 steps, and none for request 2: GET http:\/\/service\.test\/second/)
      }),
    ),
  )

  it.effect("waits until so many requests have come", () =>
    run(
      () => ScriptedTransport.status(200),
      Effect.gen(function* () {
        const fiber = yield* Effect.fork(ScriptedTransport.until(2))
        yield* get()
        assert.strictEqual((yield* Fiber.poll(fiber))._tag, "None")
        yield* get()
        yield* Fiber.join(fiber)
        yield* ScriptedTransport.until(1)
      }),
    ),
  )
})
