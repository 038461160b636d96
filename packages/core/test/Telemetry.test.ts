import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import * as RateLimit from "@candela/core/RateLimit"
import * as Telemetry from "@candela/core/Telemetry"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Exit, Fiber, Metric, Option, Schedule, Stream, TestClock, Tracer } from "effect"
import { latest, Reading, readings, stations } from "@candela/support/endpoints"
import { eventually, settle } from "@candela/support/eventually"
import { sized } from "@candela/support/forms"
import { pageOf, readingsOf, serve } from "@candela/support/readingsServer"
import { recording, type Recorded } from "@candela/support/tracer"
import { weather } from "@candela/support/weather"

/** Readings: pages hold two unless a call says otherwise. */
const range = (to: number) => ({ station: "S", from: 0, to })
const pageSize = 2

/** Endpoints of a name of their own: metrics are the process's. */
const endpoints = (name: string) => ({
  history: Endpoint.history({
    name,
    path: readings.path,
    params: readings.params,
    row: Reading,
    timeRange: readings.timeRange,
  }),
  single: Endpoint.single({
    name: `${name}.latest`,
    path: latest.path,
    params: latest.params,
    value: Reading,
    at: "results",
  }),
})

/** A tracer that also counts how often its spans end. */
const counting = () => {
  const { spans, tracer } = recording()
  const ends: Array<number> = []
  const span: Tracer.Tracer["span"] = (...args) => {
    const index = ends.push(0) - 1
    const made = tracer.span(...args)
    const { end } = made
    made.end = (time, exit) => {
      ends[index]!++
      end(time, exit)
    }
    return made
  }
  return { spans, ends, tracer: Tracer.make({ ...tracer, span }) }
}

/** Runs with the methods of endpoints of a name, and gives the spans of that name. */
const traced = <E>(
  name: string,
  script: ScriptedTransport.Script,
  use: (
    client: Client.Methods<ReturnType<typeof endpoints>>,
    spans: ReadonlyArray<Recorded>,
  ) => Effect.Effect<unknown, E, ScriptedTransport.Transcript>,
  options: Partial<MarketData.Options> = {},
) => {
  const { ends, spans, tracer } = counting()
  return Client.make(endpoints(name)).pipe(
    Effect.flatMap((client) => use(client, spans)),
    Effect.withTracer(tracer),
    Effect.provide(weather(script, options)),
    Effect.map(() => {
      assert.isTrue(
        ends.every((count) => count === 1),
        `spans ended ${ends.join(", ")} times`,
      )
      return spans.filter((span) => span.name.startsWith(name))
    }),
  )
}

/** Attributes of a call that was answered at once, by OpenTelemetry's conventions. */
const http = (path: string) => ({
  "http.request.method": "GET",
  "server.address": "service.test",
  "server.port": 80,
  "url.template": path,
  "http.response.status_code": 200,
})

const attributes = (span: Recorded) => Object.fromEntries(span.attributes)

const idOf = (index: number) => ({ headers: { "x-request-id": `h${index}` } })

describe("a call's span", () => {
  it.effect("has the endpoint's name, and the page, the rows, the attempts and the request's id", () =>
    Effect.gen(function* () {
      const [span, ...others] = yield* traced("telemetry.call", serve(), ({ history }) => history(range(9)))
      assert.lengthOf(others, 0)
      assert.include(span, { name: "telemetry.call", kind: "client" })
      assert.deepStrictEqual(attributes(span!), {
        ...http(readings.path),
        "candela.station": "S",
        "candela.page": 1,
        "candela.attempts": 1,
        "candela.rows": 2,
        "candela.request_id": "r1",
      })
      assert.isTrue(Exit.isSuccess(span!.exit!))
    }),
  )

  it.effect("of a single value has them too, with the id of the body or the header", () =>
    Effect.gen(function* () {
      const spans = yield* traced(
        "telemetry.single",
        [
          ScriptedTransport.json({ request_id: 71, results: { t: 1, v: 2 } }),
          ScriptedTransport.json({ results: { t: 1, v: 2 } }, idOf(1)),
        ],
        ({ single }) => Effect.all([single({ station: "S" }), single({ station: "S" })]),
      )
      assert.deepStrictEqual(
        spans.map((span) => [span.name, attributes(span)]),
        ["71", "h1"].map((id) => [
          "telemetry.single.latest",
          {
            ...http(latest.path),
            "candela.station": "S",
            "candela.page": 1,
            "candela.attempts": 1,
            "candela.rows": 1,
            "candela.request_id": id,
          },
        ]),
      )
    }),
  )

  for (const prefetch of [0, 1, 3]) {
    for (const form of ["pages", "stream", "columns"] as const) {
      it.effect(`is one for each page of .${form} (prefetch ${prefetch})`, () =>
        Effect.gen(function* () {
          const spans = yield* traced(`telemetry.${form}.${prefetch}`, serve(), ({ history }) =>
            Stream.runDrain(
              history[form](...sized(form, range(4), pageSize, { prefetch })) as Stream.Stream<unknown, unknown>,
            ),
          )
          assert.deepStrictEqual(
            spans.map(({ attributes }) => [attributes.get("candela.page"), attributes.get("candela.rows")]),
            [
              [1, 2],
              [2, 2],
              [3, 1],
            ],
          )
          assert.isTrue(spans.every(({ exit }) => Exit.isSuccess(exit!)))
        }),
      )
    }
  }

  it.effect("counts the attempts, and ends with the call", () =>
    Effect.gen(function* () {
      const spans = yield* traced(
        "telemetry.attempts",
        (exchange) =>
          exchange.index === 1 || exchange.index === 2 ? ScriptedTransport.status(503) : serve()(exchange),
        ({ history }) => Stream.runDrain(history.stream(range(3), { pageSize })),
        { retry: Schedule.recurs(3) },
      )
      assert.deepStrictEqual(
        spans.map(({ attributes }) => [
          attributes.get("candela.attempts"),
          attributes.get("http.request.resend_count"),
        ]),
        [
          [1, undefined],
          [3, 2],
        ],
      )
    }),
  )

  it.effect("of a failed call ends with the error, and has the id that the error tells", () =>
    Effect.gen(function* () {
      const failing = [
        ScriptedTransport.json({ status: "NOT_FOUND", request_id: "b0", message: "" }, { status: 404 }),
        ScriptedTransport.json({ status: "ERROR", request_id: "b1", error: "" }),
        ScriptedTransport.json({ results: [{ t: "x" }] }, idOf(2)),
        ScriptedTransport.cut,
      ]
      const spans = yield* traced("telemetry.failed", failing, ({ history }) =>
        Effect.forEach(failing, () => Effect.flip(history(range(9)))),
      )
      assert.deepStrictEqual(
        spans.map(({ attributes }) => attributes.get("candela.request_id")),
        ["b0", "b1", "h2", undefined],
      )
      assert.deepStrictEqual(
        spans.map(({ attributes }) => [attributes.get("error.type"), attributes.get("http.response.status_code")]),
        [
          ["NotFound", 404],
          ["ServiceError", 200],
          ["DecodeError", 200],
          ["TransportError", undefined],
        ],
      )
      const tags = yield* Effect.forEach(spans, ({ exit }) => Effect.flip(exit!))
      assert.deepStrictEqual(
        tags.map((error) => (error as { readonly _tag: string })._tag),
        ["NotFound", "ServiceError", "DecodeError", "TransportError"],
      )
    }),
  )

  it.effect("of a page that is refused when its turn comes ends with the error", () =>
    Effect.gen(function* () {
      const spans = yield* traced(
        "telemetry.refused",
        ({ index }) =>
          index === 1
            ? ScriptedTransport.text('{"results":[{"t":"x"}],"request_id":"b7","next_url":"/v1/c"}', idOf(1))
            : ScriptedTransport.text(pageOf(readingsOf(0, 1), `/v1/${index}`)),
        ({ history }) => Effect.exit(Stream.runDrain(history.stream(range(9), { pageSize, prefetch: 1 }))),
      )
      assert.isAtLeast(spans.length, 2)
      assert.isTrue(Exit.isSuccess(spans[0]!.exit!))
      assert.include(yield* Effect.flip(spans[1]!.exit!), { _tag: "DecodeError" })
      assert.strictEqual(spans[1]!.attributes.get("candela.request_id"), "h1")
      assert.strictEqual(spans[1]!.attributes.get("error.type"), "DecodeError")
      const calls = (outcome: string) =>
        Metric.value(Telemetry.of(Telemetry.duration, { name: "telemetry.refused" }, ["outcome", outcome]))
      assert.deepInclude(yield* calls("DecodeError"), { count: 1 })
      assert.deepInclude(yield* calls("ok"), { count: 1 })
    }),
  )

  it.effect("is a child of the caller's, also for pages that were asked for ahead", () =>
    Effect.gen(function* () {
      for (const options of [{ prefetch: 0 }, { prefetch: 2 }, { concurrency: 3 }]) {
        const name = `telemetry.parent.${Object.entries(options).join()}`
        const spans = yield* traced(name, serve(), ({ history }) =>
          Effect.withSpan(Stream.runDrain(history.stream(range(9), { ...options, pageSize })), "caller"),
        )
        assert.isAtLeast(spans.length, 5)
        for (const { parent } of spans) {
          assert.include(Option.getOrThrow(parent), { _tag: "Span", name: "caller" })
        }
        const streamed = yield* traced(`${name}.stream`, serve(), ({ history }) =>
          Stream.runDrain(Stream.withSpan(history.stream(range(9), { ...options, pageSize }), "streamer")),
        )
        for (const { parent } of streamed) assert.include(Option.getOrThrow(parent), { name: "streamer" })
      }
    }),
  )

  it.effect("has no parent where the caller has none", () =>
    Effect.gen(function* () {
      const [span] = yield* traced("telemetry.orphan", serve(), ({ history }) => history(range(1)))
      assert.isTrue(Option.isNone(span!.parent))
    }),
  )

  it.effect("ends also when a page that was asked for ahead is never used", () =>
    Effect.gen(function* () {
      const spans = yield* traced("telemetry.unused", serve(), ({ history }, open) =>
        Effect.gen(function* () {
          const consumer = yield* history.pages(range(19), { prefetch: 2 }).pipe(
            Stream.mapAccum(0, (count) => [count + 1, count + 1]),
            Stream.runForEach((count) => (count === 2 ? Effect.never : Effect.void)),
            Effect.fork,
          )
          yield* eventually(Effect.sync(() => open.length === 4))
          yield* settle
          assert.deepStrictEqual(
            open.map(({ exit }) => exit === undefined),
            [false, false, true, true],
          )
          yield* Fiber.interrupt(consumer)
        }),
      )
      assert.lengthOf(spans, 4)
    }),
  )

  it.effect("ends with a shard that fails, while the ones before it still run", () =>
    Effect.gen(function* () {
      const failing = (exchange: ScriptedTransport.Exchange) =>
        exchange.index === 1 ? ScriptedTransport.status(418) : ScriptedTransport.hang
      const spans = yield* traced("telemetry.shard", failing, ({ history }, open) =>
        Effect.gen(function* () {
          const fiber = yield* Effect.fork(
            Stream.runDrain(history.stream(range(5), { pageSize, concurrency: 3, shards: 3 })),
          )
          yield* ScriptedTransport.until(3)
          yield* settle
          assert.deepStrictEqual(
            open.map(({ exit }) => exit !== undefined),
            [false, true, false],
          )
          yield* Fiber.interrupt(fiber)
        }),
      )
      assert.include(yield* Effect.flip(spans[1]!.exit!), { _tag: "ServiceError", status: 418 })
    }),
  )

  for (const options of [{ prefetch: 0 }, { prefetch: 1 }, { concurrency: 3 }]) {
    const name = Object.entries(options).join()
    const stuck = (exchange: ScriptedTransport.Exchange) =>
      exchange.index === 3 ? ScriptedTransport.hang : serve()(exchange)

    it.effect(`ends when the stream is interrupted (${name})`, () =>
      Effect.gen(function* () {
        const spans = yield* traced(`telemetry.interrupted.${name}`, stuck, ({ history }) =>
          Effect.gen(function* () {
            const fiber = yield* Effect.fork(Stream.runDrain(history.stream(range(19), { ...options, pageSize })))
            yield* ScriptedTransport.until(4)
            yield* settle
            yield* Fiber.interrupt(fiber)
          }),
        )
        const hung = spans[3]!
        assert.isTrue(Exit.isInterrupted(hung.exit!))
        assert.isFalse(hung.attributes.has("candela.rows"))
      }),
    )

    it.effect(`ends when the consumer has enough, or fails (${name})`, () =>
      Effect.gen(function* () {
        const enough = yield* traced(`telemetry.take.${name}`, stuck, ({ history }) =>
          Stream.runDrain(Stream.take(history.stream(range(19), { ...options, pageSize }), 4)),
        )
        assert.isAtLeast(enough.length, 2)
        const failed = yield* traced(`telemetry.consumer.${name}`, stuck, ({ history }) =>
          Effect.exit(
            Stream.runForEach(history.stream(range(19), { ...options, pageSize }), ({ at }) =>
              at === 3 ? Effect.fail("enough") : Effect.void,
            ),
          ),
        )
        assert.isAtLeast(failed.length, 2)
      }),
    )
  }
})

describe("the metrics", () => {
  /** What the metrics of an endpoint stand at. */
  const metrics = (endpoint: string, outcome = "ok") =>
    Effect.gen(function* () {
      const count = (metric: typeof Telemetry.requests) =>
        Effect.map(Metric.value(Metric.tagged(metric, "endpoint", endpoint)), (state) => state.count)
      const { count: calls, sum } = yield* Metric.value(
        Telemetry.of(Telemetry.duration, { name: endpoint }, ["outcome", outcome]),
      )
      return {
        requests: yield* count(Telemetry.requests),
        retries: yield* count(Telemetry.retries),
        rows: yield* count(Telemetry.rows),
        bytes: yield* count(Telemetry.bytes),
        calls,
        sum,
      }
    })

  const none = { requests: 0, retries: 0, rows: 0, bytes: 0, calls: 0, sum: 0 }

  it.effect("count requests, rows, bytes and time under the endpoint's name", () =>
    Effect.gen(function* () {
      const name = "telemetry.metrics.plain"
      assert.deepStrictEqual(yield* metrics(name), none)
      const client = yield* Client.make(endpoints(name))
      yield* client.history(range(9))
      const page = pageOf(readingsOf(0, 1), "http://service.test/v1/readings/S/2/9?limit=2&cursor=c1").length
      const once = { ...none, requests: 1, rows: 2, bytes: page, calls: 1 }
      assert.deepStrictEqual(yield* metrics(name), once)
      const rows = yield* Stream.runCollect(client.history.columns(range(9), { pageSize: 10 }))
      assert.strictEqual(Chunk.unsafeHead(rows).length, 10)
      assert.deepStrictEqual(yield* metrics(name), {
        ...once,
        requests: 2,
        rows: 12,
        bytes: page + pageOf(readingsOf(0, 9), undefined).length,
        calls: 2,
      })
      assert.deepStrictEqual(yield* metrics(`${name}.latest`), none)
      assert.deepStrictEqual(yield* metrics("telemetry.metrics"), none)
    }).pipe(Effect.provide(weather(serve()))),
  )

  it.effect("count a single value as a row", () =>
    Effect.gen(function* () {
      const client = yield* Client.make(endpoints("telemetry.metrics.one"))
      yield* client.single({ station: "S" })
      assert.deepInclude(yield* metrics("telemetry.metrics.one.latest"), { requests: 1, rows: 1, calls: 1 })
    }).pipe(Effect.provide(weather([ScriptedTransport.json({ results: { t: 0, v: 0 } })]))),
  )

  it.effect("count each attempt as a request, those after the first as retries, and their waits as time", () =>
    Effect.gen(function* () {
      const name = "telemetry.metrics.retries"
      const client = yield* Client.make(endpoints(name))
      const fiber = yield* Effect.fork(client.history(range(1)))
      // A second for each answer, and a second before each retry.
      for (let second = 0; second < 5; second++) yield* TestClock.adjust("1 second")
      yield* Fiber.join(fiber)
      const bytes = "busy".length + pageOf(readingsOf(0, 1), undefined).length
      assert.deepStrictEqual(yield* metrics(name), {
        requests: 3,
        retries: 2,
        rows: 2,
        bytes,
        calls: 1,
        sum: 5,
      })
    }).pipe(
      Effect.provide(
        weather(
          (exchange) =>
            [ScriptedTransport.text("busy", { status: 503 }), ScriptedTransport.cut, serve()(exchange)][
              exchange.index
            ]!.pipe(ScriptedTransport.delay("1 second")),
          { retry: Schedule.spaced("1 second") },
        ),
      ),
    ),
  )

  it.effect("count no rows of calls that fail", () =>
    Effect.gen(function* () {
      const name = "telemetry.metrics.failed"
      const client = yield* Client.make(endpoints(name))
      yield* Effect.exit(client.history(range(9)))
      yield* Effect.exit(client.history(range(9)))
      assert.deepInclude(yield* metrics(name, "DecodeError"), { requests: 2, retries: 0, rows: 0, calls: 1 })
      assert.deepInclude(yield* metrics(name, "ServiceError"), { calls: 1 })
      // What is refused before it is sent is no request.
      yield* Effect.exit(client.history({ ...range(9), limit: 0 }))
      assert.deepInclude(yield* metrics(name, "InvalidRequest"), { requests: 2, calls: 0 })
      assert.deepInclude(yield* metrics(name), { calls: 0 })
    }).pipe(
      Effect.provide(
        weather([ScriptedTransport.json({ results: [{ t: 0 }] }), ScriptedTransport.status(418)], {
          retry: Schedule.recurs(3),
        }),
      ),
    ),
  )

  it.effect("tell of requests in flight, of waits with their reason, and of calls that were interrupted", () =>
    Effect.gen(function* () {
      const name = "telemetry.metrics.flight"
      const client = yield* Client.make(endpoints(name))
      const inFlight = Effect.map(Metric.value(Telemetry.of(Telemetry.inFlight, { name })), ({ value }) => value)
      const fibers = yield* Effect.forEach([1, 2, 3], () => Effect.fork(client.history(range(1))))
      yield* settle
      assert.strictEqual(yield* inFlight, 2)
      yield* TestClock.adjust("10 seconds")
      // Two were answered after 4 seconds; the third waited 6 for the permit, and is on its way.
      assert.strictEqual(yield* inFlight, 0)
      yield* Fiber.interrupt(yield* Effect.fork(client.history(range(1))))
      const hanging = yield* Effect.fork(client.history(range(1)))
      yield* settle
      yield* Fiber.interrupt(hanging)
      assert.strictEqual(yield* inFlight, 0)
      yield* Effect.forEach(fibers, Fiber.join)
      const waits = yield* Metric.value(Telemetry.of(Telemetry.waits, { name }, ["reason", "permit"]))
      assert.deepInclude(waits, { count: 1 })
      assert.isAtLeast((yield* metrics(name, "interrupted")).calls, 1)
    }).pipe(
      Effect.provide(
        weather((exchange) => serve()(exchange).pipe(ScriptedTransport.delay("4 seconds")), {
          rateLimit: RateLimit.make({ limit: 2, interval: "5 seconds" }),
        }),
      ),
    ),
  )

  it.effect("count pages that run side by side, each once", () =>
    Effect.gen(function* () {
      const name = "telemetry.metrics.shards"
      const client = yield* Client.make(endpoints(name))
      yield* Stream.runDrain(client.history.stream(range(9), { pageSize, concurrency: 5, shards: 5 }))
      assert.deepInclude(yield* metrics(name), { requests: 5, retries: 0, rows: 10, calls: 5 })
    }).pipe(Effect.provide(weather(serve()))),
  )

  it.effect("count a list as its rows", () =>
    Effect.gen(function* () {
      const name = "telemetry.metrics.list"
      const { params, row } = stations
      const client = yield* Client.make({
        list: Endpoint.list({ name, path: "/v1/stations", params, row }),
      })
      yield* client.list({})
      assert.deepInclude(yield* metrics(name), { requests: 1, rows: 3 })
    }).pipe(
      Effect.provide(weather([ScriptedTransport.json({ results: [{ name: "A" }, { name: "B" }, { name: "C" }] })])),
    ),
  )
})
