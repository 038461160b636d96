import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Param from "@candela/core/declare/Param"
import type { OpenRoute } from "@candela/sandbox/http/OpenRoute"
import * as Route from "@candela/sandbox/routes/Route"
import * as Server from "@candela/sandbox/http/Server"
import * as Service from "@candela/sandbox/http/Service"
import { Store } from "@candela/sandbox/store/Store"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Schema, Scope } from "effect"
import { request, type IncomingHttpHeaders } from "node:http"
import { connect } from "node:net"
import { gunzipSync } from "node:zlib"

const endpoint = Endpoint.single({
  name: "test.text",
  path: "/v1/text/{length}",
  params: { length: Param.integer({ min: 0 }) },
  value: Schema.Struct({ text: Schema.String }),
})

const text = Route.of(endpoint, ({ length }) => Effect.succeed({ text: "ä".repeat(length) }))

const paged = Route.of(
  Endpoint.paged({
    name: "test.paged",
    path: "/v1/paged",
    params: { order: Param.order("asc") },
    row: Schema.Struct({}),
  }),
  () => Effect.succeed({ rows: [], envelope: {}, next: {} }),
)

const front: OpenRoute = { path: "/", answer: () => Effect.succeed({ status: 200, headers: {}, body: "the front" }) }

const serve = <R>(routes: ReadonlyArray<Route.Route<R>>, options?: Server.Options) =>
  Effect.flatMap(
    Service.make({ routes, open: [front], keys: { key: "business" }, now: Effect.succeed(0), seed: 1 }),
    (service) => Server.serve(service, options),
  )

interface Got {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

/** A request of Node's own, which adds no headers and unpacks nothing. */
const get = (url: URL, path: string, headers: Record<string, string> = {}, method = "GET"): Effect.Effect<Got, Error> =>
  Effect.async((resume) => {
    const sent = request(new URL(path, url), { method, headers: { authorization: "Bearer key", ...headers } })
    sent.on("response", (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () =>
        resume(
          Effect.succeed({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) }),
        ),
      )
      response.on("error", (error) => resume(Effect.fail(error)))
    })
    sent.on("error", (error) => resume(Effect.fail(error)))
    sent.end()
    return Effect.sync(() => sent.destroy())
  })

/** What the server sends, to the end of the connection, for what stands on the wire. */
const raw = (url: URL, sent: string): Effect.Effect<string, Error> =>
  Effect.async((resume) => {
    const socket = connect(Number(url.port), "127.0.0.1", () => socket.end(sent))
    let received = ""
    socket.on("data", (chunk) => (received += chunk.toString()))
    socket.on("close", () => resume(Effect.succeed(received)))
    socket.on("error", (error) => resume(Effect.fail(error)))
  })

const json = (bytes: Buffer) => JSON.parse(bytes.toString()) as Record<string, unknown>

describe("a server", () => {
  it.scopedLive("listens on a free port of this machine alone, and answers", () =>
    Effect.gen(function* () {
      const url = yield* serve([text])
      assert.match(url.href, /^http:\/\/127\.0\.0\.1:\d+\/$/)
      const { bytes, headers, status } = yield* get(url, "/v1/text/3")
      assert.strictEqual(status, 200)
      assert.strictEqual(headers["content-type"], "application/json")
      assert.strictEqual(headers["content-length"], String(bytes.length))
      assert.strictEqual(headers["x-request-id"], json(bytes)["request_id"])
      assert.strictEqual(json(bytes)["text"], "äää")
    }),
  )

  it.scopedLive("answers what is no request of the service's as the service does", () =>
    Effect.gen(function* () {
      const url = yield* serve([text])
      assert.strictEqual((yield* get(url, "/v1/text/3", {}, "POST")).status, 405)
      assert.strictEqual((yield* get(url, "/v1/text/3", {}, "HEAD")).status, 405)
      assert.strictEqual((yield* get(url, "/nowhere", {})).status, 404)
      assert.strictEqual((yield* get(url, "/v1/text/3", { authorization: "" })).status, 401)
    }),
  )

  it.scopedLive("packs answers for those who accept it, and says so", () =>
    Effect.gen(function* () {
      const url = yield* serve([text])
      for (const accepted of ["gzip", "deflate, gzip;q=0.5, br", "*", "GZIP"]) {
        const { bytes, headers } = yield* get(url, "/v1/text/10000", { "accept-encoding": accepted })
        assert.strictEqual(headers["content-encoding"], "gzip", accepted)
        assert.strictEqual(headers.vary, "accept-encoding")
        assert.isBelow(bytes.length, 1_000)
        assert.strictEqual(json(gunzipSync(bytes))["text"], "ä".repeat(10_000))
      }
      for (const accepted of ["identity", "br, deflate", "gzip;q=0", "*;q=0", "gzip; q=0.0, *", "x-gzip-not"]) {
        const { bytes, headers } = yield* get(url, "/v1/text/10000", { "accept-encoding": accepted })
        assert.notProperty(headers, "content-encoding", accepted)
        assert.strictEqual(json(bytes)["text"], "ä".repeat(10_000))
      }
      assert.notProperty((yield* get(url, "/v1/text/10000")).headers, "content-encoding")
      // A short answer would grow.
      assert.notProperty((yield* get(url, "/v1/text/1", { "accept-encoding": "gzip" })).headers, "content-encoding")
    }),
  )

  it.scopedLive("packs nothing when it is told so", () =>
    Effect.gen(function* () {
      const url = yield* serve([text], { gzip: false })
      const { bytes, headers } = yield* get(url, "/v1/text/10000", { "accept-encoding": "gzip" })
      assert.notProperty(headers, "content-encoding")
      assert.notProperty(headers, "vary")
      assert.strictEqual(json(bytes)["text"], "ä".repeat(10_000))
    }),
  )

  it.scopedLive("leads to the next page at the address that the client used", () =>
    Effect.gen(function* () {
      const url = yield* serve([paged], { hostNames: ["sandbox.test"] })
      const next = (headers: Record<string, string>) =>
        Effect.map(get(url, "/v1/paged", headers), ({ bytes }) => new URL(json(bytes)["next_url"] as string).origin)
      assert.strictEqual(yield* next({}), url.origin)
      assert.strictEqual(yield* next({ host: "sandbox.test:99" }), "http://sandbox.test:99")
      assert.strictEqual(yield* next({ host: "sandbox.test", "x-forwarded-proto": "https" }), "https://sandbox.test")
      assert.strictEqual(yield* next({ host: `localhost:${url.port}` }), `http://localhost:${url.port}`)
      const withoutHost = yield* raw(url, "GET /v1/paged HTTP/1.0\r\nAuthorization: Bearer key\r\n\r\n")
      assert.include(withoutHost, `"next_url":"${url.origin}/v1/paged?cursor=`)
    }),
  )

  it.scopedLive("answers 400 to a host that cannot be read, and never takes a part of it for the path", () =>
    Effect.gen(function* () {
      const url = yield* serve([text])
      for (const host of [
        "a b",
        "a/b",
        "/",
        "a?b",
        "a#b",
        "a\\b",
        "user@a",
        "[::1",
        "a:b",
        "a:99999",
        "%zz",
        "http://a",
      ]) {
        const { bytes, headers, status } = yield* get(url, "/v1/text/1", { host })
        assert.strictEqual(status, 400, host)
        assert.deepStrictEqual(json(bytes), {
          status: "ERROR",
          request_id: headers["x-request-id"],
          error: "The Host header must be a host name or an address, with or without a port.",
        })
      }
    }),
  )

  const loopback = [
    "127.0.0.1",
    "127.1.2.3:80",
    "localhost",
    "LocalHost:8787",
    "localhost.",
    "a.localhost",
    "[::1]:8787",
  ]
  const foreign = [
    "a",
    "a.b:80",
    "xn--bcher-kva.test",
    "localhost.evil.test",
    "127.0.0.1.evil.test",
    "10.0.0.1",
    "0.0.0.0",
  ]

  it.scopedLive("answers for the names of loopback alone, so that no page leads its own name here", () =>
    Effect.gen(function* () {
      for (const host of ["127.0.0.1", "localhost"]) {
        const url = yield* serve([text], { host })
        for (const host of loopback) {
          assert.strictEqual((yield* get(url, "/v1/text/1", { host })).status, 200, host)
        }
        for (const host of foreign) {
          for (const path of ["/v1/text/1", "/", "/nowhere"]) {
            assert.strictEqual((yield* get(url, path, { host })).status, 421, host)
          }
        }
      }
      const url = yield* serve([text])
      const { bytes, headers } = yield* get(url, "/v1/text/1", { host: "Rebound.test:80" })
      assert.deepStrictEqual(json(bytes), {
        status: "ERROR",
        request_id: headers["x-request-id"],
        error:
          "The sandbox does not serve the host name rebound.test. Use localhost or 127.0.0.1, or start it with --host-name rebound.test " +
          "(the option hostNames of a layer).",
      })
    }),
  )

  it.scopedLive("answers for further names that it is given, and for every name where it listens elsewhere", () =>
    Effect.gen(function* () {
      const named = yield* serve([text], { hostNames: ["Sandbox.test", "10.0.0.1"] })
      for (const host of ["sandbox.test", "SANDBOX.TEST:80", "10.0.0.1", "localhost"]) {
        assert.strictEqual((yield* get(named, "/v1/text/1", { host })).status, 200, host)
      }
      assert.strictEqual((yield* get(named, "/v1/text/1", { host: "a.sandbox.test" })).status, 421)
      const everywhere = yield* serve([text], { host: "0.0.0.0" })
      for (const host of [...loopback, ...foreign]) {
        assert.strictEqual((yield* get(everywhere, "/v1/text/1", { host })).status, 200, host)
      }
    }),
  )

  it.scopedLive("survives paths that are none: they lead nowhere, not to the front", () =>
    Effect.gen(function* () {
      const url = yield* serve([text])
      for (const target of ["//x/v1/text/1", "http://[", "*", "http://other.localhost/v1/text/1?apiKey=key"]) {
        const answer = yield* raw(url, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
        assert.match(answer, target.startsWith("http://other") ? /^HTTP\/1\.1 200 / : /^HTTP\/1\.1 404 /, target)
      }
      assert.strictEqual((yield* get(url, "/v1/text/1")).status, 200)
    }),
  )

  it.scopedLive("says what to do about a port in use", () =>
    Effect.gen(function* () {
      const url = yield* serve([text])
      const error = yield* Effect.flip(serve([text], { port: Number(url.port) }))
      assert.instanceOf(error, Server.ListenError)
      assert.strictEqual(
        error.message,
        `Port ${url.port} of 127.0.0.1 is in use. Stop what listens there, or choose another port (0 takes a free one).`,
      )
      assert.strictEqual((yield* get(url, "/v1/text/1")).status, 200)
    }),
  )

  it.scopedLive("says what to do about an address that is none of this machine's", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(serve([text], { host: "192.0.2.1" }))
      assert.include(error.message, "192.0.2.1 is no address of this machine. Choose 127.0.0.1")
    }),
  )

  it.scopedLive("tells an address that can be asked when it listens on all", () =>
    Effect.gen(function* () {
      const url = yield* serve([text], { host: "0.0.0.0" })
      assert.strictEqual(url.hostname, "127.0.0.1")
      assert.strictEqual((yield* get(url, "/v1/text/1")).status, 200)
    }),
  )
})

describe("a client that gives up", () => {
  it.scopedLive("stops the handler", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const stopped = yield* Deferred.make<void>()
      const url = yield* serve([
        Route.of(endpoint, () =>
          Deferred.succeed(started, undefined).pipe(
            Effect.zipRight(Effect.never),
            Effect.onInterrupt(() => Deferred.succeed(stopped, undefined)),
          ),
        ),
      ])
      const fiber = yield* Effect.fork(get(url, "/v1/text/1"))
      yield* Deferred.await(started)
      yield* Fiber.interrupt(fiber)
      yield* Deferred.await(stopped)
    }),
  )

  it.scopedLive("stops the query, and the database is free for the next", () =>
    Effect.gen(function* () {
      const started = yield* Effect.makeSemaphore(0)
      const store = yield* Store.make({})
      const query = Route.of(endpoint, ({ length }) =>
        Effect.flatMap(Store, (store) =>
          length === 0
            ? Effect.map(store.text("SELECT 'free'"), (text) => ({ text }))
            : Effect.zipRight(
                started.release(1),
                // Years of work, for as many connections as the store has.
                Effect.map(
                  store.text("SELECT count(*)::VARCHAR FROM range(1000000000) a, range(1000000000) b"),
                  (text) => ({
                    text,
                  }),
                ),
              ),
        ),
      )
      const url = yield* Effect.provideService(serve([query]), Store, store)
      const fibers = yield* Effect.replicateEffect(Effect.fork(get(url, "/v1/text/1")), 3)
      yield* started.take(3)
      yield* Fiber.interruptAll(fibers)
      assert.strictEqual(json((yield* get(url, "/v1/text/0")).bytes)["text"], "free")
    }),
  )
})

describe("a server that stops", () => {
  it.scopedLive("lets requests in flight end, and takes no more", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const finish = yield* Deferred.make<void>()
      const scope = yield* Scope.make()
      const slow = Route.of(endpoint, () =>
        Deferred.succeed(started, undefined).pipe(
          Effect.zipRight(Deferred.await(finish)),
          Effect.as({ text: "in time" }),
        ),
      )
      const url = yield* Scope.extend(serve([slow], { grace: "1 minute" }), scope)
      const inFlight = yield* Effect.fork(get(url, "/v1/text/1"))
      yield* Deferred.await(started)
      const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
      // It stops listening as soon as the event loop turns.
      yield* Effect.promise(() => new Promise((resume) => setImmediate(resume)))
      yield* Effect.repeat(Effect.either(get(url, "/v1/text/1")), { until: (answer) => answer._tag === "Left" })
      yield* Deferred.succeed(finish, undefined)
      assert.strictEqual(json((yield* Fiber.join(inFlight)).bytes)["text"], "in time")
      yield* Fiber.join(closing)
    }),
  )

  it.scopedLive("does not wait longer than it is told to", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const stopped = yield* Deferred.make<void>()
      const scope = yield* Scope.make()
      const endless = Route.of(endpoint, () =>
        Deferred.succeed(started, undefined).pipe(
          Effect.zipRight(Effect.never),
          Effect.onInterrupt(() => Deferred.succeed(stopped, undefined)),
        ),
      )
      const url = yield* Scope.extend(serve([endless], { grace: 0 }), scope)
      const inFlight = yield* Effect.fork(get(url, "/v1/text/1"))
      yield* Deferred.await(started)
      yield* Scope.close(scope, Exit.void)
      yield* Deferred.await(stopped)
      assert.isTrue(Exit.isFailure(yield* Fiber.await(inFlight)))
    }),
  )
})
