import * as Endpoint from "@candela/core/declare/Endpoint"
import type { OpenRoute } from "@candela/sandbox/http/OpenRoute"
import * as Route from "@candela/sandbox/routes/Route"
import * as Service from "@candela/sandbox/http/Service"
import { StoreError } from "@candela/sandbox/store/Store"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Logger, Schema } from "effect"
import { ask, keys } from "./support.js"

const endpoint = Endpoint.single({
  name: "test.word",
  path: "/v1/word",
  params: {},
  value: Schema.Struct({ word: Schema.String }),
})

class Word extends Context.Tag("Word")<Word, string>() {}

const text = { "content-type": "text/plain" }

const open: ReadonlyArray<OpenRoute<Word>> = [
  {
    path: "/page",
    answer: ({ href }) => Effect.map(Word, (word) => ({ status: 200, headers: text, body: `"${word} ${href}"` })),
  },
  {
    path: "/store",
    answer: () => new StoreError({ reason: "Statement", subject: "SELECT secret", detail: "no such table" }),
  },
  { path: "/defect", answer: () => Effect.die(new Error("a secret defect")) },
]

const service = Service.make({
  routes: [Route.of(endpoint, () => Effect.succeed({ word: "heard" }))],
  open,
  keys,
  now: Effect.succeed(0),
  seed: 1,
  rate: { limit: 1, interval: "1 hour" },
}).pipe(Effect.provideService(Word, "from outside"))

describe("an open route", () => {
  it.effect("answers without a key, with a wrong one, and however often: it counts for no rate", () =>
    Effect.gen(function* () {
      const made = yield* service
      for (const headers of [{}, { authorization: "Bearer wrong" }, { authorization: "Bearer key" }]) {
        const { json, status } = yield* ask(made, "/page?a=b", { headers })
        assert.strictEqual(status, 200)
        assert.strictEqual(json as unknown, "from outside http://sandbox/page?a=b")
      }
      assert.strictEqual((yield* ask(made, "/v1/word")).status, 200)
    }),
  )

  it.effect("gives the headers of its answer, and the request's id", () =>
    Effect.gen(function* () {
      const made = yield* service
      const [one, other] = [yield* ask(made, "/page"), yield* ask(made, "/page")]
      assert.strictEqual(one.headers["content-type"], "text/plain")
      assert.match(one.headers["x-request-id"]!, /^[0-9a-f]{32}$/)
      assert.notStrictEqual(one.headers["x-request-id"], other.headers["x-request-id"])
    }),
  )

  for (const method of ["POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]) {
    it.effect(`refuses ${method} with 405, as endpoints do`, () =>
      Effect.gen(function* () {
        const { headers, json, status } = yield* ask(yield* service, "/page", { method })
        assert.strictEqual(status, 405)
        assert.strictEqual(headers["allow"], "GET")
        assert.strictEqual(json["error"], `${method} is not allowed: every operation of the service is a GET.`)
      }),
    )
  }

  it.effect("has its path and no other", () =>
    Effect.gen(function* () {
      const made = yield* service
      for (const path of ["/page/", "/pages", "/Page", "/", "//page"]) {
        assert.strictEqual((yield* ask(made, path)).status, 404, path)
      }
    }),
  )

  for (const path of ["/store", "/defect"]) {
    it.effect(`that breaks (${path}) is a 500 that tells nothing but where to look, and is logged`, () =>
      Effect.gen(function* () {
        const logged: Array<string> = []
        const logger = Logger.make(({ cause, message }) => {
          logged.push(`${String(message)} ${JSON.stringify(cause)}`)
        })
        const { headers, json, status } = yield* Effect.provide(
          Effect.flatMap(service, (made) => ask(made, path)),
          Logger.replace(Logger.defaultLogger, logger),
        )
        assert.strictEqual(status, 500)
        assert.deepStrictEqual(json, {
          status: "ERROR",
          request_id: headers["x-request-id"],
          error: "The sandbox failed to respond; its log says why.",
        })
        assert.strictEqual(logged.length, 1)
        assert.include(logged[0], path)
      }),
    )
  }
})
