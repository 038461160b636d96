import * as Connections from "@candela/core/Connection"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as Step from "@candela/core/internal/Step"
import { TimeoutError, TransportError, type MarketDataError } from "@candela/core/MarketDataError"
import { isRetryable } from "@candela/core/Retry"
import * as Gate from "../../src/internal/http/gate.js"
import * as Spans from "../../src/internal/http/spans.js"
import * as Stopwatch from "../../src/internal/http/stopwatch.js"
import * as Transport from "../../src/internal/http/transport.js"
import { NodeClient } from "@candela/node"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as Headers from "@effect/platform/Headers"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, TestClock, type Tracer } from "effect"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { readings, status } from "@candela/support/endpoints"
import { serve } from "@candela/support/loopback"
import { recording } from "@candela/support/tracer"
import { apiKey, asked, states } from "@candela/support/weather"

/** A gate of one test: a pause must not reach the next. */
const open = () => Effect.runSync(Effect.scoped(Gate.make(undefined)))

interface Options extends Transport.Settings, Partial<Connections.Connection.Options> {}

const options: Options = {
  timeout: Duration.seconds(30),
  maxBodySize: 1_000_000,
  gzip: true,
  propagateTrace: false,
  transformClient: undefined,
}

/** A transport of one test. */
const transportOf = ({ apiKey: key = apiKey, baseUrl = "http://service.test", ...changed }: Options = {}) =>
  Effect.flatMap(
    Effect.orDie(Connections.make({ apiKey: key, baseUrl }, Connections.sourcesIn("test"))),
    (connection) => Transport.make(connection, open(), { ...options, ...changed }),
  )

/** A span that no tracer sees. */
const silent = Effect.withTracerEnabled(Effect.makeSpan("test"), false)

const stepOf = (path: string, endpoint: Endpoint.Any = status): Step.Step => ({ endpoint, values: {}, path, page: 1 })

const callOf = (span: Tracer.Span, changed: Partial<Transport.RequestOptions> = {}): Transport.RequestOptions => ({
  step: stepOf("/"),
  span,
  sends: Spans.sends(span, { baseUrl: new URL("http://service.test") }, stepOf("/")),
  stopwatch: Stopwatch.make(),
  refusal: () => undefined,
  buffers: undefined,
  ...changed,
})

const get = (path = "/v1/status/A", changed?: Options) =>
  Effect.flatMap(transportOf(changed), (transport) =>
    Effect.flatMap(silent, (span) => transport(callOf(span, { step: stepOf(path) }))),
  )

const text = ({ bytes }: Transport.Received) => new TextDecoder().decode(bytes)

const scripted = <A, E>(
  script: ScriptedTransport.Script,
  effect: Effect.Effect<A, E, HttpClient.HttpClient | ScriptedTransport.Transcript>,
) => Effect.provide(effect, ScriptedTransport.layer(script))

const lastHeaders = Effect.map(ScriptedTransport.exchanges, (all) => all.at(-1)!.headers)

const ok = ScriptedTransport.text('{"status":"OK"}', { headers: { "x-request-id": "r1" } })

const transportError = (effect: Effect.Effect<unknown, MarketDataError, HttpClient.HttpClient>) =>
  Effect.map(Effect.flip(effect), (error) => {
    assert.instanceOf(error, TransportError)
    return error as TransportError
  })

describe("a request", () => {
  it.effect("carries the key as a Bearer token, and asks for JSON in gzip", () =>
    scripted(
      [ok, ok],
      Effect.gen(function* () {
        const received = yield* get()
        assert.strictEqual(text(received), '{"status":"OK"}')
        assert.strictEqual(received.requestId, "r1")
        assert.deepInclude(yield* lastHeaders, {
          authorization: `Bearer ${apiKey}`,
          accept: "application/json",
          "accept-encoding": "gzip",
        })
        yield* get("/v1/status/A", { gzip: false })
        assert.strictEqual((yield* lastHeaders)["accept-encoding"], "identity")
      }),
    ),
  )

  it.effect("goes to the URL as it is written, below the path of the base URL", () =>
    scripted(
      () => ok,
      Effect.gen(function* () {
        const url = "/v1/status/C:EUR%2FUSD?cursor=a%20b+c%2Fd&x"
        yield* get(url)
        for (const base of ["http://service.test/vendor", "http://service.test/vendor/", "http://service.test/v1"]) {
          yield* get(url, { baseUrl: new URL(base) })
        }
        // A service that knows of its own path writes it into its `next_url`.
        yield* get(`/vendor${url}`, { baseUrl: new URL("http://service.test/vendor") })
        assert.deepStrictEqual(yield* asked, [url, `/vendor${url}`, `/vendor${url}`, `/v1${url}`, `/vendor${url}`])
      }),
    ),
  )

  it.effect("tells the service of no trace, unless asked to", () =>
    scripted(
      () => ok,
      Effect.gen(function* () {
        yield* get()
        assert.notProperty(yield* lastHeaders, "traceparent")
        assert.notProperty(yield* lastHeaders, "b3")
        const span = yield* Effect.currentSpan
        yield* get("/v1/status/A", { propagateTrace: true })
        assert.strictEqual((yield* lastHeaders)["traceparent"], `00-${span.traceId}-${span.spanId}-01`)
      }),
    ).pipe(Effect.withSpan("test")),
  )

  it.effect("goes through the user's client, which sees no key", () => {
    const seen: Array<HttpClientRequest.HttpClientRequest> = []
    const transformClient = (client: HttpClient.HttpClient) =>
      client.pipe(
        HttpClient.mapRequest(HttpClientRequest.setHeader("x-desk", "7")),
        HttpClient.tapRequest((request) => Effect.sync(() => seen.push(request))),
        HttpClient.tap((response) => Effect.sync(() => seen.push(response.request))),
      )
    return scripted(
      [ok],
      Effect.gen(function* () {
        yield* get("/v1/status/A", { transformClient: transformClient })
        assert.strictEqual((yield* lastHeaders)["x-desk"], "7")
        assert.lengthOf(seen, 2)
        for (const request of seen) {
          assert.strictEqual(request.headers["x-desk"], "7")
          assert.notProperty(request.headers, "authorization")
        }
      }),
    )
  })

  it.effect("that the user's client sends elsewhere carries no key", () =>
    scripted(
      [ok],
      Effect.gen(function* () {
        const transformClient = HttpClient.mapRequest(HttpClientRequest.setUrl("http://proxy.test/x"))
        yield* get("/v1/status/A", { transformClient: transformClient })
        const [exchange] = yield* ScriptedTransport.exchanges
        assert.strictEqual(exchange!.url.origin, "http://proxy.test")
        assert.notProperty(exchange!.headers, "authorization")
      }),
    ),
  )
})

describe("a body", () => {
  const page = JSON.stringify({ results: Array.from({ length: 5000 }, (_, index) => ({ index })) })

  it.effect("is unpacked where the client did not", () =>
    scripted(
      [ScriptedTransport.bytes(gzipSync(page), { headers: { "content-encoding": "gzip" } })],
      Effect.gen(function* () {
        assert.strictEqual(text(yield* get()), page)
      }),
    ),
  )

  it.effect("is whole, whatever content-length says", () =>
    scripted(
      ({ index }) =>
        ScriptedTransport.text(page, {
          headers: { "content-length": ["0", "5", "-5", "1e9", "x", "", String(page.length)][index]! },
        }),
      Effect.gen(function* () {
        for (let index = 0; index < 7; index++) assert.strictEqual(text(yield* get()), page)
      }),
    ),
  )

  it.effect("may be empty, or absent", () =>
    scripted(
      [ScriptedTransport.text(""), ScriptedTransport.status(200)],
      Effect.gen(function* () {
        assert.strictEqual(text(yield* get()), "")
        assert.strictEqual(text(yield* get()), "")
      }),
    ),
  )

  it.effect("is bounded: to the byte, and after unpacking", () =>
    scripted(
      [
        ScriptedTransport.text(page),
        ScriptedTransport.text(page, { headers: { "x-request-id": "r1" } }),
        ScriptedTransport.bytes(gzipSync(page)),
        ScriptedTransport.bytes(gzipSync(new Uint8Array(50_000_000))),
      ],
      Effect.gen(function* () {
        assert.strictEqual(text(yield* get("/v1/status/A", { maxBodySize: page.length })), page)
        const tight = get("/v1/status/A", { maxBodySize: page.length - 1 })
        const error = yield* transportError(tight)
        assert.deepInclude(error, {
          reason: "BodyTooLarge",
          detail: `more than ${page.length - 1} bytes`,
          requestId: "r1",
        })
        assert.strictEqual((yield* transportError(tight)).reason, "BodyTooLarge")
        assert.strictEqual((yield* transportError(get())).reason, "BodyTooLarge")
        assert.deepStrictEqual(yield* states, ["answered", "interrupted", "answered", "answered"])
      }),
    ),
  )

  it.effect("that is cut, plain or packed, is an error that says so", () =>
    scripted(
      [
        ScriptedTransport.text(page, { headers: { "x-request-id": "r1" } }).pipe(ScriptedTransport.cutBody),
        ScriptedTransport.bytes(gzipSync(page).subarray(0, 200)),
        ScriptedTransport.bytes(gzipSync(page).fill(7, 50, 200)),
      ],
      Effect.gen(function* () {
        const error = yield* transportError(get())
        assert.deepInclude(error, { reason: "CutBody", detail: "ECONNRESET", requestId: "r1" })
        assert.strictEqual((yield* transportError(get())).reason, "CutBody")
        assert.strictEqual((yield* transportError(get())).reason, "CutBody")
      }),
    ),
  )
})

describe("a compression that was not requested", () => {
  const page = JSON.stringify({ results: [] })
  const coded = (body: Uint8Array, encoding: string, status = 200) =>
    ScriptedTransport.bytes(body, { status, headers: { "content-encoding": encoding, "x-request-id": "r1" } })

  it.effect("is named as the cause, and not retried", () =>
    scripted(
      [
        coded(brotliCompressSync(page), "br"),
        coded(gzipSync(gzipSync(page)), "gzip, gzip"),
        ScriptedTransport.bytes(gzipSync(gzipSync(page))),
      ],
      Effect.gen(function* () {
        for (const detail of ["content-encoding: br", "content-encoding: gzip, gzip", "gzip twice"]) {
          const error = yield* transportError(get())
          assert.deepInclude(error, { reason: "Encoding", detail })
          assert.isFalse(isRetryable(error))
          assert.include(error.message, `compressed in a way that was not requested (${detail}`)
        }
      }),
    ),
  )

  it.effect("does not matter where the client has decompressed the body, and hides no status", () =>
    scripted(
      [coded(new TextEncoder().encode(page), "br"), coded(brotliCompressSync(page), "br", 503)],
      Effect.gen(function* () {
        assert.strictEqual(text(yield* get()), page)
        assert.deepInclude(yield* Effect.flip(get()), { _tag: "ServiceError", status: 503, detail: "" })
      }),
    ),
  )
})

describe("an answer that is an error", () => {
  it.effect("is read by the table, also when its body is packed, cut or too large", () =>
    scripted(
      [
        ScriptedTransport.json({ status: "ERROR", request_id: "r7", error: "Unknown API Key" }, { status: 401 }),
        ScriptedTransport.bytes(gzipSync(`{"message":"no"}`), { status: 404, headers: { "x-request-id": "r8" } }),
        ScriptedTransport.text("x".repeat(100), { status: 503 }).pipe(ScriptedTransport.cutBody),
        ScriptedTransport.text("x".repeat(2_000_000), { status: 500 }),
        ScriptedTransport.json({ error: "bad resolution" }, { status: 400 }),
        ScriptedTransport.status(304),
      ],
      Effect.gen(function* () {
        assert.deepInclude(yield* Effect.flip(get()), { _tag: "Unauthorized", status: 401, requestId: "r7" })
        assert.deepInclude(yield* Effect.flip(get()), { _tag: "NotFound", detail: "no", requestId: "r8" })
        assert.deepInclude(yield* Effect.flip(get()), { _tag: "ServiceError", status: 503, detail: "" })
        assert.deepInclude(yield* Effect.flip(get()), { _tag: "ServiceError", status: 500 })
        assert.deepInclude(yield* Effect.flip(get()), { _tag: "BadResolution", status: 400 })
        assert.deepInclude(yield* Effect.flip(get()), { _tag: "ServiceError", status: 304 })
      }),
    ),
  )

  it.effect("counts a Retry-After date from now", () =>
    scripted(
      [ScriptedTransport.status(429, { headers: { "retry-after": "Thu, 01 Jan 1970 00:01:30 GMT" } })],
      Effect.gen(function* () {
        yield* TestClock.adjust("1 minute")
        assert.deepInclude(yield* Effect.flip(get()), { _tag: "RateLimited", retryAfter: Duration.seconds(30) })
      }),
    ),
  )

  it.effect("is drained, so that it holds no connection", () =>
    scripted(
      [ScriptedTransport.text("x".repeat(300_000), { status: 500 })],
      Effect.gen(function* () {
        yield* Effect.flip(get())
        assert.deepStrictEqual(yield* states, ["answered"])
      }),
    ),
  )
})

describe("the connection", () => {
  it.effect("that is lost is an error with the runtime's own word", () =>
    scripted(
      [ScriptedTransport.cut],
      Effect.gen(function* () {
        assert.deepInclude(yield* transportError(get()), {
          reason: "Connection",
          detail: "ECONNRESET",
          endpoint: "test.status",
        })
      }),
    ),
  )

  it.effect("is given up after the timeout: before the answer, in the body, over redirects", () => {
    const slow = ScriptedTransport.delay("6 seconds")
    return scripted(
      [
        ScriptedTransport.hang,
        ok.pipe(ScriptedTransport.hangBody),
        ScriptedTransport.status(307, { headers: { location: "/b" } }).pipe(slow),
        ok.pipe(slow),
      ],
      Effect.gen(function* () {
        for (const requests of [1, 2, 4]) {
          const fiber = yield* Effect.fork(Effect.flip(get("/v1/status/A", { timeout: Duration.seconds(10) })))
          yield* TestClock.adjust("9999 millis")
          assert.strictEqual((yield* Fiber.poll(fiber))._tag, "None")
          yield* TestClock.adjust("1 milli")
          assert.deepStrictEqual(
            yield* Fiber.join(fiber),
            new TimeoutError({ endpoint: "test.status", timeout: Duration.seconds(10) }),
          )
          assert.strictEqual((yield* states)[requests - 1], "interrupted")
        }
      }),
    )
  })

  it.effect("is aborted when the caller is interrupted: before the answer, in the body", () =>
    scripted(
      [ScriptedTransport.hang, ok.pipe(ScriptedTransport.hangBody)],
      Effect.gen(function* () {
        for (const index of [0, 1]) {
          const fiber = yield* Effect.fork(get())
          yield* ScriptedTransport.until(index + 1)
          yield* TestClock.adjust("1 second")
          assert.strictEqual((yield* states)[index], "open")
          yield* Fiber.interrupt(fiber)
          assert.strictEqual((yield* states)[index], "interrupted")
        }
      }),
    ),
  )
})

describe("a redirect", () => {
  const to = (location: string, code = 302) => ScriptedTransport.status(code, { headers: { location } })

  it.effect("within the origin is followed, with the key", () =>
    scripted(
      [301, 302, 303, 307, 308].flatMap((code) => [to(code === 301 ? "/b" : "http://service.test:80/b", code), ok]),
      Effect.gen(function* () {
        for (let count = 0; count < 5; count++) {
          assert.strictEqual(text(yield* get()), '{"status":"OK"}')
          assert.strictEqual((yield* lastHeaders)["authorization"], `Bearer ${apiKey}`)
        }
        assert.deepStrictEqual((yield* asked).slice(0, 4), ["/v1/status/A", "/b", "/v1/status/A", "/b"])
      }),
    ),
  )

  it.effect("to another origin is not followed", () => {
    const elsewhere = [
      ["http://evil.test/x", "http://evil.test"],
      ["//evil.test/x", "http://evil.test"],
      ["https://service.test/", "https://service.test"],
      ["http://service.test:8080/", "http://service.test:8080"],
    ] as const
    return scripted(
      elsewhere.map(([location]) => to(location)),
      Effect.gen(function* () {
        for (const [, origin] of elsewhere) {
          assert.deepInclude(yield* transportError(get()), {
            reason: "Redirect",
            detail: `it leads to another origin, ${origin}`,
          })
        }
        assert.lengthOf(yield* asked, elsewhere.length)
      }),
    )
  })

  it.effect("with the key in its path is not followed; a parameter with the key is taken out", () =>
    scripted(
      [to(`/b?apiKey=${apiKey}&c=1`), ok, to(`/b/${encodeURIComponent(apiKey).toLowerCase()}`)],
      Effect.gen(function* () {
        yield* get()
        assert.deepInclude(yield* transportError(get()), { reason: "Redirect", detail: "its URL holds the API key" })
        assert.deepStrictEqual(yield* asked, ["/v1/status/A", "/b?c=1", "/v1/status/A"])
      }),
    ),
  )

  it.effect("has its body read, but for one that is large", () =>
    Effect.forEach(
      [
        [60_000, "answered"],
        [70_000, "interrupted"],
      ] as const,
      ([length, state]) =>
        scripted(
          ({ index }) =>
            index === 0
              ? ScriptedTransport.text("x".repeat(length), { status: 302, headers: { location: "/v1/status/B" } })
              : ok,
          Effect.gen(function* () {
            assert.strictEqual(text(yield* get()), '{"status":"OK"}')
            assert.deepStrictEqual(yield* states, [state, "answered"])
          }),
        ),
    ),
  )

  it.effect("in circles, or to nowhere, ends", () =>
    scripted(
      ({ url }) =>
        url.pathname === "/nowhere"
          ? ScriptedTransport.status(302)
          : url.pathname === "/bad"
            ? to("http://[")
            : to("/v1/status/A"),
      Effect.gen(function* () {
        assert.strictEqual((yield* transportError(get())).detail, "more than 5 redirects")
        assert.lengthOf(yield* asked, 6)
        assert.strictEqual((yield* transportError(get("/nowhere"))).detail, "it names no URL")
        assert.strictEqual((yield* transportError(get("/bad"))).detail, "it names no URL")
      }),
    ),
  )
})

// Over real sockets: what a scripted transport cannot show.
for (const [name, layer] of [
  ["fetch", FetchHttpClient.layer],
  ["a bounded pool", NodeClient.layerWith({ connections: 2 })],
] as const) {
  describe(`over ${name}`, () => {
    it.scopedLive("reads pages in gzip, or plain", () =>
      Effect.gen(function* () {
        const page = JSON.stringify({ results: Array.from({ length: 50_000 }, (_, index) => ({ index })) })
        const packed = gzipSync(page)
        const asked: Array<unknown> = []
        const url = yield* serve((request, response) => {
          asked.push([request.headers.authorization, request.headers["accept-encoding"]])
          const gzip = request.headers["accept-encoding"] === "gzip"
          response.writeHead(200, gzip ? { "content-encoding": "gzip" } : {}).end(gzip ? packed : page)
        })
        const baseUrl = new URL(url)
        assert.strictEqual(text(yield* get("/", { baseUrl })), page)
        assert.strictEqual(text(yield* get("/", { baseUrl, gzip: false })), page)
        assert.deepStrictEqual(asked, [
          [`Bearer ${apiKey}`, "gzip"],
          [`Bearer ${apiKey}`, "identity"],
        ])
      }).pipe(Effect.provide(layer)),
    )

    it.scopedLive("follows a redirect within the origin, and none to another", () =>
      Effect.gen(function* () {
        const strangers: Array<unknown> = []
        const elsewhere = yield* serve((request, response) => {
          strangers.push(request.headers)
          response.end('{"status":"OK"}')
        })
        const url = yield* serve((request, response) => {
          if (request.url === "/end") return response.end('{"status":"OK"}')
          response.writeHead(302, { location: request.url === "/away" ? elsewhere : "/end" }).end()
        })
        const baseUrl = new URL(url)
        assert.strictEqual(text(yield* get("/start", { baseUrl })), '{"status":"OK"}')
        assert.strictEqual((yield* transportError(get("/away", { baseUrl }))).reason, "Redirect")
        assert.deepStrictEqual(strangers, [])
      }).pipe(Effect.provide(layer)),
    )

    it.scopedLive("never starves on errors, redirects, or bodies that are too large", () =>
      Effect.gen(function* () {
        const large = "x".repeat(300_000)
        const url = yield* serve((request, response) => {
          if (request.url === "/redirect") response.writeHead(302, { location: "http://evil.test" })
          else if (request.url === "/error") response.writeHead(401)
          response.end(large)
        })
        const paths = Array.from({ length: 30 }, (_, index) => ["/error", "/redirect", "/large"][index % 3]!)
        const errors = yield* Effect.forEach(
          paths,
          (path) =>
            Effect.flip(get(path, { baseUrl: new URL(url), maxBodySize: path === "/large" ? 1000 : 1_000_000 })),
          { concurrency: 8 },
        )
        assert.deepStrictEqual(
          errors.slice(0, 3).map((error) => ("reason" in error ? error.reason : error._tag)),
          ["UnknownKey", "Redirect", "BodyTooLarge"],
        )
        assert.lengthOf(errors, 30)
      }).pipe(Effect.provide(layer)),
    )

    it.scopedLive("aborts the request when it is interrupted, and says when nobody answers", () =>
      Effect.gen(function* () {
        for (const part of ["", `{"results":[`]) {
          const arrived = yield* Deferred.make<void>()
          const gone = yield* Deferred.make<void>()
          const url = yield* serve((request, response) => {
            request.socket.once("close", () => Effect.runFork(Deferred.succeed(gone, undefined)))
            if (part !== "") response.write(part)
            Effect.runFork(Deferred.succeed(arrived, undefined))
          })
          const fiber = yield* Effect.fork(get("/", { baseUrl: new URL(url) }))
          yield* Deferred.await(arrived)
          yield* Fiber.interrupt(fiber)
          yield* Deferred.await(gone)
        }
        const closed = yield* Effect.scoped(serve(() => {}))
        assert.deepInclude(yield* transportError(get("/", { baseUrl: new URL(closed) })), {
          reason: "Connection",
          detail: "ECONNREFUSED",
        })
      }).pipe(Effect.provide(layer)),
    )
  })
}

describe("spans of the platform", () => {
  it.effect("are made if the user wants them, with a redacted key and without a traceparent of their own", () => {
    const { spans, tracer } = recording()
    return scripted(
      [ok, ok],
      Effect.gen(function* () {
        for (const transformClient of [undefined, HttpClient.tapRequest(() => Effect.void)]) {
          yield* get("/v1/status/A", { platformSpans: true, transformClient })
          assert.include(yield* lastHeaders, { authorization: `Bearer ${apiKey}` })
          assert.notProperty(yield* lastHeaders, "traceparent")
        }
        assert.lengthOf(spans, 2)
        for (const { attributes } of spans) {
          assert.strictEqual(attributes.get("url.full"), "http://service.test/v1/status/A")
          assert.strictEqual(attributes.get("http.request.header.authorization"), "<redacted>")
          assert.notInclude(JSON.stringify([...attributes]), apiKey)
        }
      }),
      // Names that redact nothing must not show the key.
    ).pipe(Effect.withTracer(tracer), Effect.locally(Headers.currentRedactedNames, []))
  })

  it.effect("are not made, and hold no key if the user's client makes them", () => {
    const { spans, tracer } = recording()
    return scripted(
      [ok, ok],
      Effect.gen(function* () {
        yield* get()
        assert.deepStrictEqual(spans, [])
        yield* get("/v1/status/A", {
          transformClient: HttpClient.withTracerDisabledWhen(() => false),
        })
        assert.lengthOf(spans, 1)
        assert.notInclude(JSON.stringify([...spans[0]!.attributes]), apiKey)
        assert.notInclude(JSON.stringify([...spans[0]!.attributes]), "authorization")
      }),
    ).pipe(Effect.withTracer(tracer))
  })
})

it.effect("the transport is told of the endpoint by its name", () =>
  scripted(
    [ScriptedTransport.status(500)],
    Effect.gen(function* () {
      const transport = yield* transportOf()
      assert.strictEqual(
        (yield* Effect.flip(transport(callOf(yield* silent, { step: stepOf("/", readings) })))).endpoint,
        "test.readings",
      )
    }),
  ),
)
