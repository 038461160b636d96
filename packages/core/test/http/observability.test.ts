/** What is seen of a call while it runs: span events, and the log at debug. */
import { NodeClient } from "@candela/node"
import * as Retry from "@candela/core/Retry"
import * as RateLimit from "@candela/core/RateLimit"
import { MarketData } from "@candela/core/MarketData"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Logger, LogLevel, Option, Stream, TestClock, type Tracer } from "effect"
import { Weather } from "@candela/support/endpoints"
import { serve as serveLoopback } from "@candela/support/loopback"
import { serve } from "@candela/support/readingsServer"
import { recording } from "@candela/support/tracer"
import { apiKey, weather } from "@candela/support/weather"

const request = { station: "S", from: 0, to: 1 }

/** Seconds at which the requests of the first test begin and end. */
const times = [
  [0, 2],
  [11, 11],
  [21, 21],
  [81, 81],
  [91, 91],
] as const

/** Runs an effect with a log of its own, down to debug, and gives the entries. */
const logged = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const entries: Array<{ readonly level: string; readonly text: string }> = []
    const logger = Logger.make<unknown, void>(({ cause, logLevel, message }) => {
      entries.push({ level: logLevel.label, text: [message].flat().map(String).join(" ") + String(cause) })
    })
    const exit = yield* effect.pipe(
      Effect.exit,
      Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
      Logger.withMinimumLogLevel(LogLevel.All),
    )
    return { entries, exit }
  })

describe("a span", () => {
  it.effect(
    "has a child for each request that was sent, from when it was sent, with status and error, and tells of each wait",
    () =>
      Effect.gen(function* () {
        const { requests, spans, tracer } = recording()
        const call = Effect.flatMap(Weather, ({ readings }) => readings(request))
        const fiber = yield* Effect.fork(Effect.withTracer(Effect.zipRight(call, call), tracer))
        yield* TestClock.adjust("1 hour")
        yield* Fiber.join(fiber)
        const [first, second] = spans
        const seconds = (time: bigint | undefined) => Number(time) / 1e9
        assert.deepStrictEqual(
          requests.map(({ attributes, ended, name, started }) => [
            name,
            seconds(started),
            seconds(ended),
            attributes.get("http.request.resend_count"),
            attributes.get("http.response.status_code"),
            attributes.get("error.type"),
          ]),
          [
            [undefined, 503, "ServiceError"],
            [1, undefined, "TransportError"],
            [2, 429, "RateLimited"],
            [3, 200, undefined],
            [undefined, 200, undefined],
          ].map((facts, index) => ["GET /v1/readings/{station}/{from}/{to}", ...times[index]!, ...facts]),
        )
        assert.deepStrictEqual(
          requests.map(({ parent }) => (Option.getOrThrow(parent) as Tracer.Span).attributes),
          [first, first, first, first, second].map((span) => span!.attributes),
        )
        for (const { attributes, kind } of requests) {
          assert.strictEqual(kind, "client")
          assert.deepInclude(Object.fromEntries(attributes), {
            "http.request.method": "GET",
            "server.address": "service.test",
            "server.port": 80,
            "url.template": "/v1/readings/{station}/{from}/{to}",
          })
        }
        assert.deepInclude(Object.fromEntries(first!.attributes), {
          "candela.attempts": 4,
          "http.request.resend_count": 3,
          "http.response.status_code": 200,
        })
        assert.deepStrictEqual(first!.events, [
          // 250 milliseconds of backoff, and then the window: a request counts as left a second
          // after its permit at the latest.
          ["candela.waited", 11_000_000_000n, { "candela.reason": "permit", "candela.duration": 8750 }],
          ["candela.waited", 21_000_000_000n, { "candela.reason": "permit", "candela.duration": 9500 }],
          // The service asked for a minute: the backoff takes it, and nothing else has to wait.
        ])
        assert.deepStrictEqual(second!.events, [
          ["candela.waited", 91_000_000_000n, { "candela.reason": "permit", "candela.duration": 10_000 }],
        ])
      }).pipe(
        Effect.provide(
          weather(
            [
              ScriptedTransport.status(503).pipe(ScriptedTransport.delay("2 seconds")),
              ScriptedTransport.cut,
              ScriptedTransport.status(429, { headers: { "retry-after": "60" } }),
              ScriptedTransport.json({ status: "OK" }),
              ScriptedTransport.json({ status: "OK" }),
            ],
            { retry: Retry.make({ jitter: false }), rateLimit: RateLimit.make({ limit: 1, interval: "10 seconds" }) },
          ),
        ),
      ),
  )

  it.effect("tells whom a pause held back", () =>
    Effect.gen(function* () {
      const { spans, tracer } = recording()
      const { readings } = yield* Weather
      yield* Effect.flip(readings(request))
      const fiber = yield* Effect.fork(Effect.withTracer(readings(request), tracer))
      yield* TestClock.adjust("30 seconds")
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(
        spans.flatMap(({ events }) => events),
        [["candela.waited", 30_000_000_000n, { "candela.reason": "pause", "candela.duration": 30_000 }]],
      )
    }).pipe(
      Effect.provide(
        weather([
          ScriptedTransport.status(429, { headers: { "retry-after": "30" } }),
          ScriptedTransport.json({ status: "OK" }),
        ]),
      ),
    ),
  )

  it.effect("names the first parameter of the endpoint, on every page and in every shard, without the key", () =>
    Effect.gen(function* () {
      const { spans, tracer } = recording()
      const { events, readings } = yield* Weather
      const range = { station: "S", from: 0, to: 9 }
      yield* Effect.withTracer(
        Stream.runDrain(readings.stream(range, { concurrency: 2, shards: 2, pageSize: 2 })),
        tracer,
      )
      assert.isAtLeast(spans.length, 5)
      for (const { attributes } of spans) assert.strictEqual(attributes.get("candela.station"), "S")
      yield* Effect.withTracer(readings({ ...range, station: `S ${apiKey}` }), tracer)
      assert.strictEqual(spans.at(-1)!.attributes.get("candela.station"), "S <redacted>")
      // A parameter that is not given is not named.
      yield* Effect.withTracer(events({}), tracer)
      assert.notInclude([...spans.at(-1)!.attributes.keys()], "candela.day.gte")
    }).pipe(
      Effect.provide(
        weather((exchange) =>
          exchange.url.pathname.includes("events") ? ScriptedTransport.json({ status: "OK" }) : serve()(exchange),
        ),
      ),
    ),
  )
})

describe("the log", () => {
  it.effect("tells at debug why and when a call is tried again, and nothing at a higher level", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(logged(Effect.flatMap(Weather, ({ readings }) => readings(request))))
      yield* TestClock.adjust("1 hour")
      const { entries } = yield* Fiber.join(fiber)
      assert.deepStrictEqual(
        entries.map(({ level }) => level),
        ["DEBUG", "DEBUG"],
      )
      assert.include(entries[0]!.text, "test.readings: the service failed (503, no request id).")
      assert.include(entries[0]!.text, "Retrying in 0.25 s.")
      assert.include(entries[1]!.text, "Retrying in 7 s.")
    }).pipe(
      Effect.provide(
        weather(
          [
            ScriptedTransport.status(503),
            ScriptedTransport.status(503, { headers: { "retry-after": "7" } }),
            ScriptedTransport.json({ status: "OK" }),
          ],
          { retry: Retry.make({ jitter: false }) },
        ),
      ),
    ),
  )

  for (const [name, client] of [
    ["fetch", FetchHttpClient.layer],
    ["NodeClient", NodeClient.layer],
  ] as const) {
    it.scoped(`has no word of fibers that ended when a service fails without a body (${name})`, () =>
      Effect.gen(function* () {
        const url = yield* serveLoopback((_, response) => response.writeHead(503).end())
        const service = Weather.layer.pipe(
          Layer.provide(MarketData.layer({ baseUrl: url, apiKey: "key", retry: Retry.none })),
          Layer.provide(client),
        )
        const { entries, exit } = yield* logged(
          Effect.flatMap(Weather, ({ readings }) => readings(request)).pipe(Effect.provide(service)),
        )
        assert.strictEqual(exit._tag, "Failure")
        assert.deepStrictEqual(entries, [])
      }),
    )
  }
})
