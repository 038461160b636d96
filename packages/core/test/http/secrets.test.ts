import { MarketData } from "@candela/core/MarketData"
import { MarketDataError } from "@candela/core/MarketDataError"
import * as BodyReader from "@candela/core/internal/BodyReader"
import * as Retry from "@candela/core/Retry"
import { NodeClient } from "@candela/node"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import { assert, describe, it } from "@effect/vitest"
import {
  Cause,
  type Duration,
  Effect,
  Exit,
  Fiber,
  Layer,
  Logger,
  LogLevel,
  Metric,
  Redacted,
  Schedule,
  Schema,
  Stream,
  TestClock,
} from "effect"
import { gzipSync } from "node:zlib"
import { inspect } from "node:util"
import { Weather } from "@candela/support/endpoints"
import { serve } from "@candela/support/loopback"
import { isAll, sampled } from "@candela/support/seeded"
import { recording } from "@candela/support/tracer"
import { apiKey, weather } from "@candela/support/weather"

/** Everything that can be made to show of a value. */
const allOf = (value: unknown): string => {
  const options = { depth: 12, showHidden: true, maxArrayLength: null, maxStringLength: null, breakLength: Infinity }
  const json = () => {
    const seen = new WeakSet<object>()
    return JSON.stringify(value, (_, part: unknown) => {
      if (typeof part === "bigint") return String(part)
      if (typeof part !== "object" || part === null) return part
      if (seen.has(part)) return "circular"
      seen.add(part)
      return part
    })
  }
  return [
    inspect(value, options),
    inspect(value, { ...options, customInspect: false, getters: true }),
    String(value),
    value instanceof Error ? `${value.message} ${value.stack}` : "",
    json() ?? "",
  ].join("\n")
}

const assertClean = (what: string, shown: string) => {
  const at = shown.indexOf(apiKey)
  assert.isTrue(at < 0, `${what} holds the key: ${shown.slice(Math.max(0, at - 300), at + 100)}`)
}

const bar = { t: 1, v: 2 }
const page = (more: object = {}) =>
  ScriptedTransport.json({ status: "OK", request_id: "r1", results: [bar, bar], ...more })
const echo = `your key ${apiKey} is no good`
const range = { station: "A", from: 0, to: 9 }

type Call = (service: Weather.Service) => Effect.Effect<unknown, MarketDataError>
const status: Call = (service) => service.status({ station: "A" })
const one: Call = (service) => service.readings(range)
const drain: Call = (service) => Stream.runDrain(service.readings.stream(range))

interface Around {
  /** Whether the service repeats the key in headers, which the user's client sees. */
  readonly inHeaders?: boolean
  /** How far the clock goes on. */
  readonly adjust?: Duration.DurationInput
}

/** What is called, how the service answers, how it ends. */
const cases: Record<string, readonly [call: Call, script: ScriptedTransport.Script, end: string, around?: Around]> = {
  "one value": [status, [ScriptedTransport.json({ status: "OK", open: true })], "success"],
  "a page": [one, [page()], "success"],
  "a stream over a next_url that holds the key": [
    drain,
    [page({ next_url: `http://service.test/v1/next?apiKey=${apiKey}` }), page()],
    "success",
  ],
  columns: [(service) => Stream.runDrain(service.readings.columns(range)), [page()], "success"],
  "an unknown key": [
    status,
    [ScriptedTransport.json({ status: "ERROR", error: echo }, { status: 401 })],
    "Unauthorized",
  ],
  "no key": [
    status,
    [ScriptedTransport.json({ error: `API Key was not provided ${apiKey}` }, { status: 401 })],
    "Unauthorized",
  ],
  "no entitlement": [status, [ScriptedTransport.json({ message: echo }, { status: 403 })], "Unauthorized"],
  "nothing there": [
    status,
    [ScriptedTransport.json({ status: "NOT_FOUND", message: echo }, { status: 404 })],
    "NotFound",
  ],
  "an unknown path": [status, [ScriptedTransport.text(echo, { status: 404 })], "ServiceError"],
  "a conflict": [status, [ScriptedTransport.text(echo, { status: 409 })], "Conflict"],
  "a bad resolution": [status, [ScriptedTransport.text(echo, { status: 400 })], "BadResolution"],
  "too many requests": [
    status,
    [ScriptedTransport.text(echo, { status: 429, headers: { "retry-after": "3600" } })],
    "RateLimited",
  ],
  "a failure of the service": [
    status,
    () => ScriptedTransport.text(`<html>${echo}`, { status: 500, headers: { "x-request-id": apiKey } }),
    "ServiceError",
    { inHeaders: true },
  ],
  "a 200 that says that it failed": [one, [ScriptedTransport.json({ status: "ERROR", error: echo })], "ServiceError"],
  "an unknown parameter": [
    (service) => service.status({ station: "A", apiKey } as { station: string }),
    [],
    "InvalidRequest",
  ],
  "no connection": [status, () => ScriptedTransport.cut, "TransportError"],
  "a cut body": [status, () => ScriptedTransport.text(echo).pipe(ScriptedTransport.cutBody), "TransportError"],
  "a body that is no JSON": [one, () => ScriptedTransport.text(`{"results":[${echo}`), "TransportError"],
  "a body that is too large": [status, [ScriptedTransport.text(echo.repeat(1000))], "TransportError"],
  "a spoilt gzip body": [status, () => ScriptedTransport.bytes(gzipSync(echo).subarray(0, 20)), "TransportError"],
  "a redirect to another origin": [
    status,
    [ScriptedTransport.status(302, { headers: { location: `http://evil.test/?apiKey=${apiKey}` } })],
    "TransportError",
    { inHeaders: true },
  ],
  "a redirect in circles": [
    status,
    () => ScriptedTransport.status(302, { headers: { location: `/x?apiKey=${apiKey}` } }),
    "TransportError",
    { inHeaders: true },
  ],
  "no answer in time": [status, () => ScriptedTransport.hang, "TimeoutError", { adjust: "1 minute" }],
  "a value that does not decode": [
    one,
    [page({ results: [{ t: 1, v: apiKey, x: `${apiKey} ${apiKey}` }] })],
    "DecodeError",
  ],
  "a page of a stream that does not decode": [
    drain,
    [page({ next_url: `http://service.test/v1/next?apiKey=${apiKey}` }), page({ results: [{ t: apiKey }] })],
    "DecodeError",
  ],
  "pages in circles": [
    drain,
    () => page({ next_url: `http://service.test/v1/next?apiKey=${apiKey}` }),
    "PaginationError",
  ],
}

/** Runs a call and looks everywhere that the key could be. */
const search = <R>(
  call: Call,
  live: (options: Partial<MarketData.Options>) => Layer.Layer<Weather | R>,
  {
    inService = isAll,
    transformed = true,
    wait = Effect.void,
  }: {
    /** Whether the service is searched, too: it shows a megabyte, whatever was called. */
    readonly inService?: boolean
    readonly transformed?: boolean
    readonly wait?: Effect.Effect<void>
  } = {},
) => {
  const logged: Array<unknown> = []
  const seen: Array<unknown> = []
  const { spans, tracer } = recording()
  const see = (value: unknown) => Effect.sync(() => void seen.push(value))
  const logger = Logger.make((entry) => {
    for (const format of [Logger.jsonLogger, Logger.stringLogger, Logger.structuredLogger, Logger.logfmtLogger]) {
      logged.push(format.log(entry))
    }
  })
  const transformClient = (client: HttpClient.HttpClient) => {
    seen.push(client)
    return client.pipe(
      HttpClient.tapRequest(see),
      HttpClient.tap((response) => Effect.zipRight(see(response), see(response.request))),
      HttpClient.tapError(see),
      HttpClient.withTracerDisabledWhen(() => false),
      HttpClient.transformResponse(
        Effect.tap((response) =>
          see([response.text, response.json, response.stream, response.arrayBuffer, BodyReader.of(response)]),
        ),
      ),
    )
  }
  return Effect.gen(function* () {
    const service = yield* Weather
    const fiber = yield* Effect.fork(
      Effect.exit(call(service).pipe(Effect.tapErrorCause((cause) => Effect.logError("the call failed", cause)))),
    )
    yield* wait
    const exit = yield* Fiber.join(fiber)
    assertClean("the exit", allOf(exit))
    if (inService) assertClean("the service", allOf(service))
    if (Exit.isFailure(exit)) {
      assertClean("the cause", Cause.pretty(exit.cause, { renderErrorCause: true }) + allOf(exit.cause))
      const error = Cause.squash(exit.cause)
      assertClean("the error", allOf(error))
      assertClean("the encoded error", JSON.stringify(Schema.encodeUnknownSync(MarketDataError)(error)))
      yield* Effect.logFatal(error)
    }
    assertClean("a log line", allOf(logged))
    for (const span of spans) assertClean(`the span ${span.name}`, allOf(span))
    for (const value of seen) assertClean("what transformClient saw", allOf(value))
    return { exit, logged, spans, seen }
  }).pipe(
    Effect.provide(
      live({
        transformClient: transformed ? transformClient : undefined,
        timeout: "10 seconds",
        maxBodySize: 20_000,
        retry: Schedule.recurs(2),
      }),
    ),
    Effect.withTracer(tracer),
    Logger.withMinimumLogLevel(LogLevel.All),
    Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
  )
}

describe("the key", () => {
  const searched = sampled(Object.keys(cases), 0)
  for (const [name, [call, script, end, { adjust = 0, inHeaders = false } = {}]] of Object.entries(cases)) {
    it.effect(`is nowhere to be found after ${name}`, () =>
      Effect.gen(function* () {
        const { exit, logged, seen, spans } = yield* search(call, (options) => weather(script, options), {
          inService: searched.includes(name),
          transformed: !inHeaders,
          wait: TestClock.adjust(adjust),
        })
        assert.strictEqual(
          Exit.match(exit, {
            onSuccess: () => "success",
            onFailure: (cause) => (Cause.squash(cause) as MarketDataError)._tag,
          }),
          end,
        )
        // What was searched was there.
        if (!inHeaders) assert.isAtLeast(seen.length, end === "InvalidRequest" ? 1 : 3)
        if (end !== "success") assert.isNotEmpty(logged)
        if (end !== "InvalidRequest")
          assert.include(
            spans.map(({ name }) => name.split(".")[0]),
            "test",
          )
      }),
    )
  }

  for (const [name, client] of [
    ["fetch", FetchHttpClient.layer],
    ["the pool of Node", NodeClient.layer],
  ] as const) {
    it.scopedLive(`is nowhere to be found after faults over ${name}`, () =>
      Effect.gen(function* () {
        const baseUrl = yield* serve((request, response) => {
          if (request.url!.includes("hang-up")) request.socket.destroy()
          else
            response.writeHead(200, { "content-length": 100 }).write(echo.slice(0, 50), () => request.socket.destroy())
        })
        const closed = yield* Effect.scoped(serve(() => {}))
        for (const [base, station] of [
          [baseUrl, "hang-up"],
          [baseUrl, "cut"],
          [closed, "closed"],
        ] as const) {
          const live = (options: Partial<MarketData.Options>) =>
            Weather.layer.pipe(
              Layer.provide(
                Layer.orDie(
                  MarketData.layer({ ...options, baseUrl: base, apiKey: Redacted.make(apiKey), retry: Retry.none }),
                ),
              ),
              Layer.provide(client),
            )
          const { exit } = yield* search((service) => service.status({ station }), live)
          assert.strictEqual(exit._tag, "Failure")
        }
      }),
    )
  }

  it.effect("is nowhere to be found in the metrics of all of these", () =>
    Effect.gen(function* () {
      const metrics = yield* Metric.snapshot
      assert.isNotEmpty(metrics)
      assertClean("a metric", allOf(metrics))
    }),
  )

  it("would be found, were it there", () => {
    assert.throws(() => assertClean("", allOf(new Map([["a", { b: [apiKey] }]]))), /holds the key/)
    assert.throws(() => assertClean("", allOf(new Error("x", { cause: { headers: { authorization: apiKey } } }))))
    class Hidden {
      get key() {
        return apiKey
      }
    }
    assert.throws(() => assertClean("", allOf(Object.create(new Hidden(), { a: { value: apiKey } }))))
  })

  it.effect("is left alone where it is too short to be told from a word", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.flatMap(Weather, status))
      assert.deepInclude(error, { detail: "no such thing" })
    }).pipe(Effect.provide(weather([ScriptedTransport.text("no such thing", { status: 404 })], { apiKey: "thing" }))),
  )

  it.effect("is taken out of what the service repeats, and the rest stays", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.flatMap(Weather, status))
      assert.deepInclude(error, { _tag: "Unauthorized", detail: "your key <redacted> is no good" })
    }).pipe(Effect.provide(weather([ScriptedTransport.json({ error: echo }, { status: 401 })]))),
  )
})
