import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Route from "@candela/sandbox/routes/Route"
import * as Server from "@candela/sandbox/http/Server"
import * as Service from "@candela/sandbox/http/Service"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"

const endpoint = Endpoint.single({
  name: "test.word",
  path: "/v1/word",
  params: {},
  value: Schema.Struct({ word: Schema.String }),
})

const serve = (options: Server.Options) =>
  Effect.flatMap(
    Service.make({
      routes: [Route.of(endpoint, () => Effect.succeed({ word: "heard" }))],
      keys: { key: "business" },
      now: Effect.succeed(0),
      seed: 1,
      rate: { limit: 1, interval: "1 hour" },
    }),
    (service) => Server.serve(service, options),
  )

const ask = (url: URL, path: string, init: RequestInit = {}) =>
  Effect.promise(async () => {
    const { headers, status } = await fetch(new URL(path, url), init)
    return { status, headers: Object.fromEntries(headers) }
  })

const key = { headers: { authorization: "Bearer key" } }
/** A request for each status that the service answers with, the rate allowing one alone. */
const requests: ReadonlyArray<readonly [status: number, path: string, init?: RequestInit]> = [
  [200, "/v1/word", key],
  [429, "/v1/word", key],
  [401, "/v1/word"],
  [404, "/nowhere", key],
  [405, "/v1/word", { method: "POST" }],
]

const corsHeaders = (headers: Record<string, string>) =>
  Object.keys(headers).filter((name) => name.startsWith("access-control-"))

describe("programs in a browser", () => {
  for (const origin of ["http://localhost:5173", "*"]) {
    it.scopedLive(`may read every answer, errors too, where ${origin} is allowed`, () =>
      Effect.gen(function* () {
        const url = yield* serve({ cors: origin })
        for (const [expected, path, init] of requests) {
          const { headers, status } = yield* ask(url, path, init)
          assert.strictEqual(status, expected)
          assert.strictEqual(headers["access-control-allow-origin"], origin)
          assert.strictEqual(headers["access-control-expose-headers"], "x-request-id, retry-after")
          assert.property(headers, "x-request-id")
        }
      }),
    )

    it.scopedLive(`may ask beforehand without a key where ${origin} is allowed`, () =>
      Effect.gen(function* () {
        const url = yield* serve({ cors: origin })
        for (const path of ["/v1/word", "/nowhere"]) {
          const { headers, status } = yield* ask(url, path, {
            method: "OPTIONS",
            headers: { "access-control-request-method": "GET", "access-control-request-headers": "authorization" },
          })
          assert.strictEqual(status, 204)
          assert.strictEqual(headers["access-control-allow-origin"], origin)
          assert.strictEqual(headers["access-control-allow-methods"], "GET")
          assert.strictEqual(headers["access-control-allow-headers"], "authorization")
          assert.notProperty(headers, "content-length")
        }
        // It counts for no rate.
        assert.strictEqual((yield* ask(url, "/v1/word", key)).status, 200)
      }),
    )
  }

  it.scopedLive(
    "read nothing unless the server was told: no header speaks of them, and OPTIONS is a method like others",
    () =>
      Effect.gen(function* () {
        const url = yield* serve({})
        for (const [expected, path, init] of [...requests, [405, "/v1/word", { method: "OPTIONS" }] as const]) {
          const { headers, status } = yield* ask(url, path, init)
          assert.strictEqual(status, expected)
          assert.deepStrictEqual(corsHeaders(headers), [])
        }
      }),
  )

  it.scopedLive("are told of the option where they ask beforehand in vain", () =>
    Effect.gen(function* () {
      const url = yield* serve({})
      const error = (headers: Record<string, string>) =>
        Effect.promise(async () => {
          const answer = await fetch(new URL("/v1/word", url), { method: "OPTIONS", headers })
          return ((await answer.json()) as { readonly error: string }).error
        })
      assert.match(
        yield* error({ "access-control-request-method": "GET" }),
        /^OPTIONS is not allowed: .*start the sandbox with --cors and their origin/,
      )
      assert.notInclude(yield* error({}), "--cors")
    }),
  )
})
