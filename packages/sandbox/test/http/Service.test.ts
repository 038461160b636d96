import * as Endpoint from "@candela/core/declare/Endpoint"
import { RateLimited } from "@candela/core/MarketDataError"
import * as Param from "@candela/core/declare/Param"
import { stocks } from "@candela/market/Market"
import * as Route from "@candela/sandbox/routes/Route"
import { StoreError } from "@candela/sandbox/store/Store"
import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Duration, Effect, Exit, Fiber, Logger, Schema, TestClock } from "effect"
import { setImmediate } from "node:timers/promises"
import { ask, now, service } from "./support.js"

const endpoint = Endpoint.single({
  name: "test.echo",
  path: "/v1/echo/{how}",
  params: { how: Param.String },
  value: Schema.Struct({ status: Schema.String, plan: Schema.String, now: Schema.Number, visible: Schema.Number }),
})

/** Tells what it knows of the key, or fails as it is told. */
const echo = Route.of(
  endpoint,
  ({ how }, { present: now, status, subscription, visible }) => {
    switch (how) {
      case "store":
        return new StoreError({ reason: "Statement", subject: "SELECT secret", detail: "no such table" })
      case "defect":
        return Effect.die(new Error("a secret defect"))
      case "shape":
        return Effect.succeed({ status, plan: "x", now: "no number" as unknown as number, visible })
      case "limited":
        return new RateLimited({ endpoint: endpoint.name, detail: "Slow down.", retryAfter: Duration.seconds(3) })
      default:
        return Effect.succeed({ status, plan: subscription.name, now, visible })
    }
  },
  { market: stocks },
)

const get = (path: string, headers?: Readonly<Record<string, string>>) =>
  Effect.flatMap(service([echo]), (service) => ask(service, path, headers === undefined ? {} : { headers }))

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

describe("authentication", () => {
  const accepted: ReadonlyArray<readonly [path: string, headers: Record<string, string>, plan: string]> = [
    ["/v1/echo/x", bearer("key"), "business"],
    ["/v1/echo/x", { authorization: "bearer key" }, "business"],
    ["/v1/echo/x?apiKey=key", {}, "business"],
    ["/v1/echo/x?apiKey=delayed", {}, "developer"],
    // The header beats the query.
    ["/v1/echo/x?apiKey=delayed", bearer("key"), "business"],
    ["/v1/echo/x?apiKey=wrong", bearer("key"), "business"],
  ]
  for (const [path, headers, plan] of accepted) {
    it.effect(`takes ${path} with ${JSON.stringify(headers)} as ${plan}`, () =>
      Effect.map(get(path, headers), ({ json }) => assert.strictEqual(json["plan"], plan)),
    )
  }

  const missing = "API Key was not provided"
  const unknown = "Unknown API Key"
  const refused: ReadonlyArray<readonly [path: string, headers: Record<string, string>, error: string]> = [
    ["/v1/echo/x", {}, missing],
    ["/v1/echo/x?apiKey=", {}, missing],
    ["/v1/echo/x?apikey=key", {}, missing],
    ["/v1/echo/x", bearer(""), missing],
    ["/v1/echo/x", { authorization: "Bearer" }, missing],
    ["/v1/echo/x", bearer("wrong"), unknown],
    ["/v1/echo/x", bearer("Key"), unknown],
    ["/v1/echo/x", bearer("toString"), unknown],
    // What is no Bearer token is no key, also beside one in the query.
    ["/v1/echo/x", { authorization: "key" }, missing],
    ["/v1/echo/x", { authorization: "Basic key" }, missing],
    ["/v1/echo/x", { authorization: "Bearerkey" }, missing],
    ["/v1/echo/x?apiKey=key", { authorization: "key" }, missing],
    ["/v1/echo/x?apiKey=wrong", {}, unknown],
    ["/v1/echo/x?apiKey=key", bearer("wrong"), unknown],
  ]
  for (const [path, headers, error] of refused) {
    it.effect(`refuses ${path} with ${JSON.stringify(headers)}: ${error}`, () =>
      Effect.map(get(path, headers), ({ headers, json, status }) => {
        assert.strictEqual(status, 401)
        assert.deepStrictEqual(json, { status: "ERROR", request_id: headers["x-request-id"], error })
      }),
    )
  }
})

describe("a rate", () => {
  const rate = { limit: 2, interval: "1 minute" } as const

  it.effect("refuses what a key asks beyond it with 429, and says when it may ask again", () =>
    Effect.gen(function* () {
      const made = yield* service([echo], 1, rate)
      const asked = (key: string) => ask(made, "/v1/echo/x", { headers: bearer(key) })
      assert.strictEqual((yield* asked("key")).status, 200)
      yield* TestClock.adjust("20500 millis")
      assert.strictEqual((yield* asked("key")).status, 200)
      const { headers, json, status } = yield* asked("key")
      assert.strictEqual(status, 429)
      // Whole seconds, rounded up: 39.5 are left.
      assert.strictEqual(headers["retry-after"], "40")
      assert.deepStrictEqual(json, {
        status: "ERROR",
        request_id: headers["x-request-id"],
        error: "The key has made too many requests: Retry-After says in how many seconds it may make the next.",
      })
      assert.strictEqual((yield* asked("other")).status, 200)
      yield* TestClock.adjust("40 seconds")
      assert.strictEqual((yield* asked("key")).status, 200)
      assert.strictEqual((yield* asked("key")).status, 429)
    }),
  )

  it.effect("counts what was asked of an endpoint with a good key, whatever the answer, and nothing else", () =>
    Effect.gen(function* () {
      const made = yield* service([echo], 1, rate)
      yield* ask(made, "/nowhere")
      yield* ask(made, "/v1/echo/x", { method: "POST" })
      yield* ask(made, "/v1/echo/x", { headers: bearer("wrong") })
      const paths = ["/v1/echo/x?apiKey=key&apiKey=key", "/v1/echo/x", "/v1/echo/x"]
      const statuses = yield* Effect.forEach(paths, (path) => Effect.map(ask(made, path), ({ status }) => status))
      assert.deepStrictEqual(statuses, [409, 200, 429])
    }),
  )

  it.effect("by plan is 5 requests a minute for the lowest, and none for the others", () =>
    Effect.gen(function* () {
      const made = yield* service([echo], 1, "plan")
      const statuses = (key: string) =>
        Effect.forEach(Array.from({ length: 7 }), () =>
          Effect.map(ask(made, "/v1/echo/x", { headers: bearer(key) }), ({ status }) => status),
        )
      assert.deepStrictEqual(yield* statuses("lowest"), [200, 200, 200, 200, 200, 429, 429])
      assert.deepStrictEqual(new Set(yield* statuses("delayed")), new Set([200]))
      assert.deepStrictEqual(new Set(yield* statuses("key")), new Set([200]))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* statuses("lowest"))[0], 200)
    }),
  )
})

describe("a handler", () => {
  it.effect("is told the key's plan, the present, and how much of it the plan shows", () =>
    Effect.gen(function* () {
      const hour = 3_600_000
      const seen = (key: string) =>
        Effect.map(get("/v1/echo/x", bearer(key)), ({ json: { now, plan, status, visible } }) => ({
          now,
          plan,
          status,
          visible,
        }))
      assert.deepStrictEqual(yield* seen("key"), { now, plan: "business", status: "OK", visible: now })
      assert.deepStrictEqual(yield* seen("other"), { now, plan: "advanced", status: "OK", visible: now })
      const delayed = { now, plan: "developer", status: "DELAYED", visible: now - hour / 6 }
      assert.deepStrictEqual(yield* seen("delayed"), delayed)
      const lowest = { now, plan: "basic", status: "DELAYED", visible: now - 8 * hour }
      assert.deepStrictEqual(yield* seen("lowest"), lowest)
    }),
  )

  it.effect("that waits may be told when to", () =>
    Effect.map(get("/v1/echo/limited"), ({ headers, status }) => {
      assert.strictEqual(status, 429)
      assert.strictEqual(headers["retry-after"], "3")
    }),
  )

  for (const how of ["store", "defect", "shape"]) {
    it.effect(`that breaks (${how}) is a 500 that tells nothing but where to look, and is logged`, () =>
      Effect.gen(function* () {
        const logged: Array<string> = []
        const logger = Logger.make(({ cause, message }) => {
          logged.push(`${String(message)} ${JSON.stringify(cause)}`)
        })
        const { headers, json, status } = yield* Effect.provide(
          get(`/v1/echo/${how}`),
          Logger.replace(Logger.defaultLogger, logger),
        )
        assert.strictEqual(status, 500)
        assert.deepStrictEqual(json, {
          status: "ERROR",
          request_id: headers["x-request-id"],
          error: "The sandbox failed to respond; its log says why.",
        })
        assert.strictEqual(logged.length, 1)
        assert.include(logged[0], `/v1/echo/${how}`)
      }),
    )
  }

  it.effect("runs in the fiber of the caller, whose interruption reaches it", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const stopped = yield* Deferred.make<void>()
      const endless = Route.of(endpoint, () =>
        Deferred.succeed(started, undefined).pipe(
          Effect.zipRight(Effect.never),
          Effect.onInterrupt(() => Deferred.succeed(stopped, undefined)),
        ),
      )
      const fiber = yield* Effect.fork(Effect.flatMap(service([endless]), (service) => ask(service, "/v1/echo/x")))
      yield* Deferred.await(started)
      const exit = yield* Fiber.interrupt(fiber)
      assert.isTrue(Exit.isInterrupted(exit))
      yield* Deferred.await(stopped)
    }),
  )

  it.effect("takes what it needs from where the service was made", () =>
    Effect.gen(function* () {
      class Word extends Context.Tag("Word")<Word, string>() {}
      const route = Route.of(endpoint, () =>
        Effect.map(Word, (word) => ({ status: "OK", plan: word, now: 0, visible: 0 })),
      )
      const made = yield* Effect.provideService(service([route]), Word, "from outside")
      assert.strictEqual((yield* ask(made, "/v1/echo/x")).json["plan"], "from outside")
    }),
  )
})

describe("an answer", () => {
  it.effect("has an id of its own, in header and body", () =>
    Effect.gen(function* () {
      const made = yield* service([echo])
      const paths = ["/v1/echo/x", "/v1/echo/x", "/nowhere", "/v1/echo/defect", "/v1/echo/x?apiKey=1&apiKey=2"]
      const answers = yield* Effect.forEach(paths, (path) => ask(made, path)).pipe(
        Effect.provide(Logger.remove(Logger.defaultLogger)),
      )
      for (const { headers, json } of answers) {
        assert.match(json["request_id"] as string, /^[0-9a-f]{32}$/)
        assert.strictEqual(headers["x-request-id"], json["request_id"])
        assert.strictEqual(headers["content-type"], "application/json")
      }
      assert.strictEqual(new Set(answers.map(({ json }) => json["request_id"])).size, paths.length)
    }),
  )

  it.effect("is the same, id and all, for the same requests to another service with the same seed", () =>
    Effect.gen(function* () {
      const twice = (seed: number) =>
        Effect.flatMap(service([echo], seed), (made) =>
          Effect.all([ask(made, "/v1/echo/x"), ask(made, "/nowhere"), ask(made, "/v1/echo/x")]),
        )
      assert.deepStrictEqual(yield* twice(1), yield* twice(1))
      assert.notDeepEqual((yield* twice(2))[0].headers, (yield* twice(1))[0].headers)
    }),
  )

  for (const method of ["POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]) {
    it.effect(`to ${method} is 405, wherever it goes`, () =>
      Effect.gen(function* () {
        const made = yield* service([echo])
        for (const path of ["/v1/echo/x", "/nowhere"]) {
          const { headers, json, status } = yield* ask(made, path, { method })
          assert.strictEqual(status, 405)
          assert.strictEqual(headers["allow"], "GET")
          assert.strictEqual(json["error"], `${method} is not allowed: every operation of the service is a GET.`)
        }
      }),
    )
  }

  it.effect("to an unknown path is 404 with or without a key", () =>
    Effect.gen(function* () {
      for (const headers of [{}, bearer("key"), bearer("wrong")]) {
        assert.strictEqual((yield* get("/nowhere", headers)).status, 404)
      }
    }),
  )
})

describe("large pages", () => {
  const list = Endpoint.list({
    name: "test.list",
    path: "/v1/list",
    params: { limit: Param.limit({ default: 10, max: 50_000 }) },
    row: Schema.Struct({ n: Schema.Number }),
  })

  it.effect("are made one after the other, and no other request waits for them", () =>
    Effect.gen(function* () {
      const gate = yield* Effect.makeLatch()
      const began = yield* Effect.makeLatch()
      let working = 0
      const large = Route.of(list, ({ limit }) =>
        Effect.gen(function* () {
          working += 1
          if (limit > 10) yield* Effect.zipRight(began.open, gate.await)
          working -= 1
          return { rows: [{ n: limit }], envelope: {} }
        }),
      )
      const running = yield* service([large])
      const asked = yield* Effect.fork(
        Effect.forEach(Array.from({ length: 20 }), () => ask(running, "/v1/list?limit=50000"), { concurrency: 20 }),
      )
      yield* began.await
      const { status } = yield* ask(running, "/v1/list")
      assert.strictEqual(status, 200)
      assert.strictEqual(working, 1)
      yield* gate.open
      const answers = yield* Fiber.join(asked)
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        Array.from({ length: 20 }, () => 200),
      )
    }),
  )

  it.effect("are made in different turns of the event loop, so that other requests arrive between them", () =>
    Effect.gen(function* () {
      const turns = new Set<number>()
      const large = Route.of(list, () =>
        Effect.sync(() => {
          turns.add(turn)
          return { rows: [], envelope: {} }
        }),
      )
      const running = yield* service([large])
      const asked = yield* Effect.fork(
        Effect.forEach(Array.from({ length: 20 }), () => ask(running, "/v1/list?limit=50000"), { concurrency: 20 }),
      )
      let turn = 0
      for (; asked.unsafePoll() === null; turn++) yield* Effect.promise(() => setImmediate())
      assert.strictEqual(turns.size, 20)
    }),
  )
})
