import * as Client from "@candela/core/declare/Client"
import { DecodeError, InvalidRequest, type MarketDataError } from "@candela/core/MarketDataError"
import * as Method from "@candela/core/Method"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule, Stream } from "effect"
import { latest, readings, Weather } from "@candela/support/endpoints"
import { readingsOf, serve } from "@candela/support/readingsServer"
import { asked, weather } from "@candela/support/weather"

const range = { station: "S", from: 0, to: 9 }

describe("a method", () => {
  it.effect("tells its endpoint, whatever it gives; other functions have none", () =>
    Effect.gen(function* () {
      const weather = yield* Weather
      for (const [name, endpoint] of Object.entries(Weather.endpoints)) {
        assert.strictEqual(Method.endpointOf(weather[name as keyof typeof weather]), endpoint)
      }
      assert.isUndefined(Method.endpointOf(() => 1))
    }).pipe(Effect.provide(weather(serve()))),
  )

  it.effect("of a paged endpoint gives a page: the rows, and the envelope under its own names", () =>
    Effect.gen(function* () {
      const { readings } = yield* Weather
      assert.deepStrictEqual(yield* readings({ ...range, limit: 3 }), {
        status: "OK",
        request_id: "r1",
        next_url: "http://service.test/v1/readings/S/3/9?limit=3&cursor=c2",
        results: readingsOf(0, 2),
      })
      assert.deepStrictEqual(yield* readings({ ...range, to: 0 }), {
        status: "OK",
        request_id: "r1",
        results: readingsOf(0, 0),
      })
      assert.deepStrictEqual(yield* asked, ["/v1/readings/S/0/9?limit=3", "/v1/readings/S/0/0"])
    }).pipe(Effect.provide(weather(serve()))),
  )

  it.effect("gives an empty page where the rows are absent or null", () =>
    Effect.gen(function* () {
      const { readings } = yield* Weather
      assert.deepStrictEqual(yield* readings(range), { request_id: "r", results: [] })
      assert.deepStrictEqual(yield* readings(range), { status: "OK", request_id: "17", count: 9, results: [] })
    }).pipe(
      Effect.provide(
        weather([
          ScriptedTransport.json({ request_id: "r" }),
          ScriptedTransport.json({ status: "OK", request_id: 17, results: null, next_url: null, count: 9 }),
        ]),
      ),
    ),
  )

  it.effect("reads nanoseconds exactly, and absent fields as absent", () =>
    Effect.gen(function* () {
      const { events } = yield* Weather
      const { results } = yield* events({ "day.gte": "2024-01-31", "kind.all_of": ["storm", "hail"] })
      assert.deepStrictEqual(results, [
        { day: "2024-01-31", kind: "storm", seen: 1706659200123456789n },
        { day: "2024-02-01", kind: "storm" },
      ])
      assert.deepStrictEqual(yield* asked, ["/v1/events?day.gte=2024-01-31&kind.all_of=storm%2Chail"])
    }).pipe(
      Effect.provide(
        weather([
          ScriptedTransport.text(
            '{"results":[{"day":"2024-01-31","kind":"storm","seen":1706659200123456789},{"seen":null,"kind":"storm","day":"2024-02-01","new":[1]}]}',
          ),
        ]),
      ),
    ),
  )

  it.effect("of a list gives all rows in one answer", () =>
    Effect.gen(function* () {
      const { stations } = yield* Weather
      assert.deepStrictEqual(yield* stations({ active: false }), {
        status: "DELAYED",
        count: 7,
        results: [{ name: "A" }, { name: "B" }],
      })
      assert.deepStrictEqual(yield* asked, ["/v1/stations?active=false"])
    }).pipe(
      Effect.provide(
        weather([ScriptedTransport.json({ results: [{ name: "A" }, { name: "B" }], status: "DELAYED", count: 7 })]),
      ),
    ),
  )

  it.effect("of a single endpoint gives the value: the document, or what stands in its results", () =>
    Effect.gen(function* () {
      const { latest, status } = yield* Weather
      assert.deepStrictEqual(yield* status({ station: "A B" }), { status: "OK", open: true })
      assert.deepStrictEqual(yield* latest({ station: "S" }), { at: 3, value: 1.5 })
      assert.deepStrictEqual(yield* asked, ["/v1/status/A%20B", "/v1/latest/S"])
    }).pipe(
      Effect.provide(
        weather([
          ScriptedTransport.json({ status: "OK", open: true, request_id: "r", more: {} }),
          ScriptedTransport.json({ status: "OK", results: { t: 3, v: 1.5 } }),
        ]),
      ),
    ),
  )

  it.effect("of a single endpoint fails with the error that a 200 speaks of, decodable or not", () =>
    Effect.gen(function* () {
      const { latest, status } = yield* Weather
      for (const call of [status({ station: "S" }), latest({ station: "S" })]) {
        const error = yield* Effect.flip<unknown, MarketDataError, never>(call)
        assert.include(error, { _tag: "NotFound", status: 200, detail: "Data not found.", requestId: "r4" })
      }
    }).pipe(
      Effect.provide(
        weather(() =>
          ScriptedTransport.json({ status: "NOT_FOUND", open: true, request_id: "r4", message: "Data not found." }),
        ),
      ),
    ),
  )

  it.effect("tries a cut document again, and never one that its schema refuses", () =>
    Effect.gen(function* () {
      const { latest } = yield* Weather
      assert.deepStrictEqual(yield* latest({ station: "S" }), { at: 3, value: 1.5 })
      assert.lengthOf(yield* asked, 3)
      const error = yield* Effect.flip(latest({ station: "S" }))
      assert.instanceOf(error, DecodeError)
      assert.include(error, { endpoint: "test.latest", path: "results.v", requestId: "r5" })
      assert.lengthOf(yield* asked, 4)
    }).pipe(
      Effect.provide(
        weather(
          [
            ScriptedTransport.text('{"results":{"t":3,"v":1.'),
            ScriptedTransport.text(""),
            ScriptedTransport.json({ results: { t: 3, v: 1.5 } }),
            ScriptedTransport.json({ results: { t: 3, v: "1.5" } }, { headers: { "x-request-id": "r5" } }),
          ],
          { retry: Schedule.recurs(5) },
        ),
      ),
    ),
  )

  it.effect("has the forms of its kind, and no others", () =>
    Effect.gen(function* () {
      const service = yield* Weather
      // The endpoint and the service's time are no forms: `Method` reads them.
      const forms = (method: object) =>
        Object.keys(method)
          .filter((key) => !["endpoint", "serviceTime"].includes(key))
          .sort()
      assert.deepStrictEqual(forms(service.readings), ["columns", "pages", "stream"])
      assert.deepStrictEqual(forms(service.events), ["pages", "stream"])
      assert.deepStrictEqual(forms(service.stations), [])
      assert.deepStrictEqual(forms(service.latest), [])
    }).pipe(Effect.provide(weather([]))),
  )
})

describe("Client.make", () => {
  it.effect("makes methods of any endpoints on the connection of the context", () =>
    Effect.gen(function* () {
      const client = yield* Client.make({ history: readings, newest: latest })
      assert.deepStrictEqual((yield* client.history(range)).results, readingsOf(0, 1))
      assert.deepStrictEqual(Object.keys(client), ["history", "newest"])
    }).pipe(Effect.provide(weather(serve(), { baseUrl: "https://service.test/gate/" }))),
  )

  it.effect("goes below the path of the base URL, page after page", () =>
    Effect.gen(function* () {
      const client = yield* Client.make({ history: readings })
      const rows = yield* Stream.runCollect(client.history.stream(range, { pageSize: 4 }))
      assert.deepStrictEqual(Array.from(rows), [...readingsOf(0, 9)])
      assert.deepStrictEqual(
        (yield* ScriptedTransport.exchanges).map(({ url }) => url.href.split("?")[0]),
        [0, 4, 8].map((from) => `https://service.test/gate/v1/readings/S/${from}/9`),
      )
    }).pipe(Effect.provide(weather(serve(), { baseUrl: "https://service.test/gate/" }))),
  )
})

describe("what cannot be asked", () => {
  const refused = (effect: Effect.Effect<unknown, MarketDataError>) =>
    Effect.map(Effect.flip(effect), (error) => {
      assert.instanceOf(error, InvalidRequest)
      return error as InvalidRequest
    })

  const wrong: ReadonlyArray<readonly [Method.HistoryOptions, parameter: string, expected: string]> = [
    [{ concurrency: 0 }, "concurrency", "a whole number from 1 to 4096"],
    [{ concurrency: -2 }, "concurrency", "a whole number from 1 to 4096"],
    [{ concurrency: 1.5 }, "concurrency", "a whole number from 1 to 4096"],
    [{ concurrency: Number.NaN }, "concurrency", "a whole number from 1 to 4096"],
    [{ concurrency: Number.POSITIVE_INFINITY }, "concurrency", "a whole number from 1 to 4096"],
    [{ concurrency: 4097 }, "concurrency", "a whole number from 1 to 4096"],
    [{ prefetch: -1 }, "prefetch", "a whole number from 0 to 4096"],
    [{ prefetch: Number.NaN }, "prefetch", "a whole number from 0 to 4096"],
    [{ prefetch: 0.5 }, "prefetch", "a whole number from 0 to 4096"],
    [{ prefetch: 1e8 }, "prefetch", "a whole number from 0 to 4096"],
    [{ shards: 0 }, "shards", "a whole number from 1 to 4096"],
    [{ shards: 1e8 }, "shards", "a whole number from 1 to 4096"],
    [{ concurrency: 2, shards: Number.NaN }, "shards", "a whole number from 1 to 4096"],
  ]
  for (const [options, parameter, expected] of wrong) {
    it.effect(`a stream with ${parameter} ${String(Object.values(options).at(-1))}`, () =>
      Effect.gen(function* () {
        const { readings } = yield* Weather
        for (const form of ["pages", "stream", "columns"] as const) {
          const error = yield* refused(
            Stream.runDrain(readings[form](range, options) as Stream.Stream<unknown, MarketDataError>),
          )
          assert.include(error, { endpoint: "test.readings", parameter, expected })
          assert.include(error.message, String(Object.values(options).at(-1)))
        }
        assert.lengthOf(yield* asked, 0)
      }).pipe(Effect.provide(weather([]))),
    )
  }

  it.effect("is refused in all forms of all methods, before anything is sent", () =>
    Effect.gen(function* () {
      const { events, latest, readings, stations, status } = yield* Weather
      const unknown = { ...range, "date.gte": "2024-01-01" }
      const errors = yield* Effect.all(
        [
          readings(unknown),
          Stream.runDrain(readings.pages(unknown)),
          Stream.runDrain(readings.stream(unknown, { concurrency: 2 })),
          Stream.runDrain(readings.columns(unknown)),
          readings({ ...range, limit: 50_001 }),
          Stream.runDrain(readings.pages({ ...range, limit: 0 })),
          Stream.runDrain(events.pages({ limit: 101 })),
          events({ "day.gte": "2024-02-30" }),
          stations({ active: "yes" } as never),
          status({} as never),
          latest({ station: ".." }),
        ].map((effect) => refused(effect)),
      )
      assert.deepStrictEqual(
        errors.map(({ parameter }) => parameter),
        [
          "date.gte",
          "date.gte",
          "date.gte",
          "date.gte",
          "limit",
          "limit",
          "limit",
          "day.gte",
          "active",
          "station",
          "station",
        ],
      )
      assert.lengthOf(yield* asked, 0)
    }).pipe(Effect.provide(weather([]))),
  )
})
