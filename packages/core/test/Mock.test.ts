import type * as Endpoint from "@candela/core/declare/Endpoint"
import { MarketDataError, NotFound, RateLimited } from "@candela/core/MarketDataError"
import * as Method from "@candela/core/Method"
import * as Mock from "@candela/core/Mock"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Duration, Effect, Exit, FastCheck as fc, Layer, Schema, Stream } from "effect"
import { Weather, type Event, type Reading, type ReadingsRequest, type Station } from "@candela/support/endpoints"
import { readingAt, readingsOf } from "@candela/support/readingsServer"
import { runs, seeded } from "@candela/support/seeded"
import { weather } from "@candela/support/weather"

const range = { station: "S", from: 0, to: 9 }
const rows = readingsOf(0, 4)
const error = new NotFound({ endpoint: "test.readings", status: 404, detail: "Data not found." })

/** The rows of a stream, and how it ended. */
const collect = <A, E>(stream: Stream.Stream<A, E>) =>
  Effect.gen(function* () {
    const rows: Array<A> = []
    const exit = yield* Effect.exit(Stream.runForEach(stream, (row) => Effect.sync(() => rows.push(row))))
    return { rows, exit }
  })

/** The forms of all methods of a service, by their names. */
const forms = ({ events, latest, readings, stations, status }: Weather.Service) =>
  ({
    readings: readings(range),
    "readings.pages": Stream.runDrain(readings.pages(range)),
    "readings.stream": Stream.runDrain(readings.stream(range, { concurrency: 4 })),
    "readings.columns": Stream.runDrain(readings.columns(range)),
    events: events({}),
    "events.pages": Stream.runDrain(events.pages({})),
    "events.stream": Stream.runDrain(events.stream({})),
    stations: stations({}),
    status: status({ station: "S" }),
    latest: latest({ station: "S" }),
  }) satisfies Record<string, Effect.Effect<unknown, MarketDataError>>

describe("Mock.layer", () => {
  it.effect("gives methods that tell their endpoints, whether they are mocked or not", () =>
    Effect.gen(function* () {
      const weather = yield* Weather
      assert.strictEqual(Method.endpointOf(weather.readings), Weather.endpoints.readings)
      assert.strictEqual(Method.endpointOf(weather.status), Weather.endpoints.status)
      assert.strictEqual(Method.endpointOf(weather.events), Weather.endpoints.events)
      assert.isUndefined(Method.endpointOf(Mock.paged(rows)))
    }).pipe(
      Effect.provide(
        Mock.layer(Weather, { readings: Mock.paged(rows), status: Mock.single({ status: "OK", open: true }) }),
      ),
    ),
  )
})

describe("Mock.paged", () => {
  const layers = {
    "Mock.layer": Mock.layer(Weather, { readings: Mock.paged(rows) }),
    "Layer.mock": Layer.mock(Weather, { readings: Mock.paged(rows) }),
    "Layer.succeed": Layer.succeed(Weather, {
      readings: Mock.paged(rows),
      events: Mock.paged<Event>([]),
      stations: Mock.paged([{ name: "A" }]),
      status: Mock.single({ status: "OK", open: true }),
      latest: Mock.fail(error),
    }),
  }
  for (const [name, layer] of Object.entries(layers)) {
    it.effect(`answers all forms (${name})`, () =>
      Effect.gen(function* () {
        const { readings } = yield* Weather
        assert.deepStrictEqual(yield* readings(range), { status: "OK", results: rows })
        assert.deepStrictEqual(Array.from(yield* Stream.runCollect(readings.pages(range))), [
          { status: "OK", results: rows },
        ])
        assert.deepStrictEqual(Array.from(yield* Stream.runCollect(readings.stream(range))), [...rows])
        const columns = Array.from(yield* Stream.runCollect(readings.columns(range)))
        assert.deepStrictEqual(
          columns.flatMap((chunk) => chunk.toRows()),
          [...rows],
        )
        // Again: a mock is not used up.
        assert.deepStrictEqual((yield* readings(range)).results, rows)
      }).pipe(Effect.provide(layer)),
    )
  }

  it.effect("gives its rows in columns as the client does", () =>
    Effect.gen(function* () {
      const { readings } = yield* Weather
      const chunk = yield* Effect.flatten(Stream.runHead(readings.columns(range)))
      assert.strictEqual(chunk.length, 5)
      assert.deepStrictEqual(chunk.columns.at, Float64Array.of(0, 1, 2, 3, 4))
      assert.deepStrictEqual(chunk.columns.value, Float64Array.of(0, 0.5, 1, 1.5, 2))
      assert.deepStrictEqual(chunk.columns.note, ["n0", undefined, undefined, "n3", undefined])
      assert.deepStrictEqual(chunk.present.note, Uint8Array.of(0b01001))
      assert.deepStrictEqual(chunk.row(3), rows[3])
      assert.notProperty(chunk.row(1), "note")
    }).pipe(Effect.provide(Mock.layer(Weather, { readings: Mock.paged(rows) }))),
  )

  it.effect("gives nanoseconds in a BigInt64Array", () =>
    Effect.gen(function* () {
      const method = Mock.paged<{ readonly at: bigint; readonly up: boolean }>([
        { at: 1706659200123456789n, up: true },
        { at: 0n, up: false },
      ])
      const chunk = yield* Effect.flatten(Stream.runHead(method.columns({})))
      assert.deepStrictEqual(chunk.columns.at, BigInt64Array.of(1706659200123456789n, 0n))
      assert.deepStrictEqual(chunk.columns.up, Uint8Array.of(1, 0))
      assert.deepStrictEqual(chunk.row(1), { at: 0n, up: false })
    }),
  )

  it.effect("takes fields of the envelope", () =>
    Effect.gen(function* () {
      const { events, readings } = yield* Weather
      const envelope = { status: "DELAYED", request_id: "r1", next_url: "http://service.test/v1/next" }
      assert.deepStrictEqual(yield* readings(range), { ...envelope, results: rows })
      assert.deepStrictEqual(Array.from(yield* Stream.runCollect(readings.pages(range))), [
        { ...envelope, results: rows },
      ])
      assert.deepStrictEqual(yield* events({}), { status: "OK", request_id: "r2", results: [] })
    }).pipe(
      Effect.provide(
        Mock.layer(Weather, {
          readings: Mock.paged(rows, {
            envelope: { status: "DELAYED", request_id: "r1", next_url: "http://service.test/v1/next" },
          }),
          events: Mock.paged<Event>([], { envelope: { request_id: "r2" } }),
        }),
      ),
    ),
  )

  it.effect("gives pages of a size: a call gives the first one, and columns come by page", () =>
    Effect.gen(function* () {
      const { events, readings } = yield* Weather
      const pages = [rows.slice(0, 2), rows.slice(2, 4), rows.slice(4)]
      assert.deepStrictEqual(yield* readings(range), { status: "DELAYED", results: pages[0]! })
      assert.deepStrictEqual(
        Array.from(yield* Stream.runCollect(readings.pages(range))),
        pages.map((results) => ({ status: "DELAYED", results })),
      )
      assert.deepStrictEqual(Array.from(yield* Stream.runCollect(readings.stream(range))), [...rows])
      const columns = yield* Stream.runCollect(readings.columns(range))
      assert.deepStrictEqual(
        Array.from(columns, ({ length }) => length),
        [2, 2, 1],
      )
      // Endless rows have a first page.
      assert.lengthOf((yield* events({})).results, 3)
      assert.lengthOf(yield* Stream.runCollect(Stream.take(events.pages({}), 2)), 2)
    }).pipe(
      Effect.provide(
        Mock.layer(Weather, {
          readings: Mock.paged(rows, { pageSize: 2, envelope: { status: "DELAYED" } }),
          events: Mock.paged<Event>(Stream.forever(Stream.make<[Event]>({ day: "2025-06-30", kind: "rain" })), {
            pageSize: 3,
          }),
        }),
      ),
    ),
  )

  it.effect("fails at a page, after the rows before it, in all forms", () =>
    Effect.gen(function* () {
      for (const page of [1, 2, 3, 4, 9]) {
        const readings: Weather.Service["readings"] = Mock.paged(rows, { pageSize: 2, failAt: { page, error } })
        const before = Math.min(2 * (page - 1), rows.length)
        const stream = yield* collect(readings.stream(range))
        assert.deepStrictEqual(stream, { rows: rows.slice(0, before), exit: Exit.fail(error) })
        const pages = yield* collect(readings.pages(range))
        assert.deepStrictEqual(pages.exit, Exit.fail(error))
        assert.deepStrictEqual(
          pages.rows.flatMap(({ results }) => results),
          rows.slice(0, before),
        )
        assert.deepStrictEqual((yield* collect(readings.columns(range))).exit, Exit.fail(error))
        const call = yield* Effect.exit(readings(range))
        assert.deepStrictEqual(
          call,
          page === 1 ? Exit.fail(error) : Exit.succeed({ status: "OK", results: rows.slice(0, 2) }),
        )
      }
      const none: Weather.Service["readings"] = Mock.paged<Reading>([], { pageSize: 2 })
      assert.deepStrictEqual(yield* none(range), { status: "OK", results: [] })
      for (const wrong of [{ pageSize: 0 }, { pageSize: 1.5 }, { failAt: { page: 0, error } }]) {
        assert.throws(() => Mock.paged(rows, wrong), RangeError, "must be a whole number of at least 1")
      }
    }),
  )

  it.effect("takes rows of any iterable, and none", () =>
    Effect.gen(function* () {
      const { events, readings, stations } = yield* Weather
      assert.deepStrictEqual((yield* readings(range)).results, rows)
      assert.deepStrictEqual(yield* events({}), { status: "OK", results: [] })
      assert.deepStrictEqual(Array.from(yield* Stream.runCollect(events.stream({}))), [])
      assert.deepStrictEqual(yield* stations({}), { status: "OK", results: [{ name: "A" }] })
    }).pipe(
      Effect.provide(
        Mock.layer(Weather, {
          readings: Mock.paged(new Set(rows)),
          events: Mock.paged<Event>([]),
          stations: Mock.paged([{ name: "A" }]),
        }),
      ),
    ),
  )

  it.effect("takes an endless stream of rows", () =>
    Effect.gen(function* () {
      const { readings } = yield* Weather
      const first = yield* Stream.runCollect(Stream.take(readings.stream(range), 10_000))
      assert.strictEqual(Array.from(first).at(-1)!.at, 9999)
      const columns = yield* Effect.flatten(Stream.runHead(readings.columns(range)))
      assert.deepStrictEqual(columns.row(0), { at: 0, value: 0 })
    }).pipe(
      Effect.provide(
        Mock.layer(Weather, {
          readings: Mock.paged(
            Stream.map(
              Stream.iterate(0, (at) => at + 1),
              (at): Reading => ({ at, value: at / 2 }),
            ),
          ),
        }),
      ),
    ),
  )

  it.effect("takes a stream of rows that fails: the rows before it come", () =>
    Effect.gen(function* () {
      const { readings } = yield* Weather
      assert.deepStrictEqual(yield* collect(readings.stream(range)), { rows: [...rows], exit: Exit.fail(error) })
      const columns = yield* collect(readings.columns(range))
      assert.deepStrictEqual(
        columns.rows.flatMap((chunk) => chunk.toRows()),
        [...rows],
      )
      assert.deepStrictEqual(columns.exit, Exit.fail(error))
      // A page is whole or none.
      assert.deepStrictEqual(yield* collect(readings.pages(range)), { rows: [], exit: Exit.fail(error) })
      assert.deepStrictEqual(yield* Effect.flip(readings(range)), error)
    }).pipe(
      Effect.provide(
        Mock.layer(Weather, { readings: Mock.paged(Stream.concat(Stream.fromIterable(rows), Stream.fail(error))) }),
      ),
    ),
  )
})

describe("a function of the request", () => {
  const histories: Readonly<Record<string, ReadonlyArray<Reading>>> = { A: readingsOf(0, 2), B: readingsOf(5, 9) }
  const missing = new NotFound({ endpoint: "test.readings", detail: "" })
  const answers = {
    rows: ({ station }: ReadingsRequest) => histories[station] ?? missing,
    "a stream": ({ station }: ReadingsRequest) =>
      histories[station] === undefined ? Stream.fail(missing) : Stream.fromIterable(histories[station]),
    "an effect": ({ station }: ReadingsRequest) =>
      Effect.mapError(Effect.fromNullable(histories[station]), () => missing),
    "an effect that gives a stream": ({ station }: ReadingsRequest) =>
      histories[station] === undefined ? missing : Effect.succeed(Stream.fromIterable(histories[station])),
  }
  for (const [name, answer] of Object.entries(answers)) {
    it.effect(`answers all forms by the request: ${name}`, () =>
      Effect.gen(function* () {
        const { readings } = yield* Weather
        const byForm = (station: string) => {
          const request = { ...range, station }
          return {
            call: Effect.map(readings(request), ({ results }) => results),
            pages: Effect.map(Stream.runCollect(readings.pages(request)), (pages) =>
              Array.from(pages).flatMap(({ results }) => results),
            ),
            stream: Effect.map(Stream.runCollect(readings.stream(request)), (rows) => Array.from(rows)),
            columns: Effect.map(Stream.runCollect(readings.columns(request)), (chunks) =>
              Array.from(chunks).flatMap((chunk) => chunk.toRows()),
            ),
          }
        }
        for (const [station, rows] of Object.entries(histories)) {
          for (const [form, read] of Object.entries(byForm(station))) assert.deepStrictEqual(yield* read, rows, form)
        }
        for (const [form, read] of Object.entries(byForm("C")))
          assert.strictEqual((yield* Effect.flip(read))._tag, "NotFound", form)
      }).pipe(Effect.provide(Mock.layer(Weather, { readings: Mock.paged(answer) }))),
    )
  }

  it.effect("answers lists and single values, too", () =>
    Effect.gen(function* () {
      const { latest, stations, status } = yield* Weather
      assert.deepStrictEqual((yield* stations({ active: true })).results, [{ name: "A" }])
      assert.deepStrictEqual((yield* stations({})).results, [])
      assert.isTrue((yield* status({ station: "A" })).open)
      assert.isFalse((yield* status({ station: "B" })).open)
      assert.deepStrictEqual(yield* latest({ station: "A" }), rows[2])
      assert.strictEqual((yield* Effect.flip(latest({ station: "B" })))._tag, "NotFound")
    }).pipe(
      Effect.provide(
        Mock.layer(Weather, {
          stations: Mock.paged(({ active }) => (active === true ? [{ name: "A" }] : [])),
          status: Mock.single(({ station }) => ({ status: "OK", open: station === "A" })),
          latest: Mock.single(({ station }) => (station === "A" ? Effect.succeed(rows[2]!) : missing)),
        }),
      ),
    ),
  )

  it.effect("may return an effect that gives one row: it is a stream of one", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* (yield* Weather).readings(range)).results, [readingAt(0)])
    }).pipe(Effect.provide(Mock.layer(Weather, { readings: Mock.paged(() => Effect.succeed(readingAt(0))) }))),
  )
})

describe("a mock", () => {
  /** The answer of a service that has nothing, to any request. */
  const nothing = ({ url }: ScriptedTransport.Exchange) =>
    url.pathname.includes("/status/")
      ? ScriptedTransport.json({ status: "OK", open: true })
      : ScriptedTransport.json({ status: "OK", results: url.pathname.includes("/latest/") ? { t: 0, v: 0 } : [] })

  const mocks = Mock.layer(Weather, {
    readings: Mock.paged<Reading>([]),
    events: Mock.paged<Event>([]),
    stations: Mock.paged<Station>([]),
    status: Mock.single({ status: "OK", open: true }),
    latest: Mock.single(rows[0]!),
  })

  const oneOf = (...values: ReadonlyArray<unknown>) => fc.constantFrom(...values)
  const request = fc.record(
    {
      station: oneOf("S", "S", "", "..", 5, "\ud800", "x".repeat(9000)),
      from: oneOf(0, 0, 3, "1970-01-01", new Date(0), "1970-01-01T00:00:00Z", "2024-02-30", 1.5, null),
      to: oneOf(9, 9, "1970-01-01T00:00:00.009Z", "soon", Number.NaN),
      limit: oneOf(undefined, 2, 0, 50_001),
      "day.gte": oneOf("2024-01-31", "2024-02-30"),
      "day.any_of": oneOf(["2024-01-31"], []),
      sort: oneOf("day", "price"),
      active: oneOf(true, "true"),
      type: oneOf("rain", "", "snow"),
      resolution: oneOf("5min", "5"),
      adjusted: oneOf(undefined, true),
    },
    { requiredKeys: [] },
  )
  const options = fc.record(
    {
      prefetch: fc.constantFrom(0, 1, -1),
      concurrency: fc.constantFrom(1, 3, 0),
      shards: fc.constantFrom(1, 2, Number.NaN),
      pageSize: fc.constantFrom(1, 100, 0, 50_001),
    },
    { requiredKeys: [] },
  )
  const keysOf = (endpoint: Endpoint.Any) => [...Object.keys(endpoint.wireParams), "adjusted"]

  it.effect.prop(
    "refuses what the client refuses with the same error, in all forms, and nothing else",
    { request, options },
    ({ options, request }) => {
      /** What each form of each method makes of the request. */
      const outcomes = Effect.gen(function* () {
        const service = yield* Weather
        const outcomes: Record<string, unknown> = {}
        for (const [name, endpoint] of Object.entries(Weather.endpoints)) {
          // Foreign keys are refused before anything else, so most requests hold the endpoint's own.
          const own = keysOf(endpoint).filter((key) => key in request)
          const input = Object.fromEntries(own.map((key) => [key, request[key as keyof typeof request]]))
          const method = service[name as keyof Weather.Service] as unknown as Method.History<unknown, unknown, unknown>
          const forms: Record<string, Effect.Effect<unknown, MarketDataError>> = {
            call: method(input),
            ...("pages" in method ? { pages: Stream.runDrain(method.pages(input, options)) } : {}),
            ...("stream" in method ? { stream: Stream.runDrain(method.stream(input, options)) } : {}),
            ...(endpoint.kind === "history" ? { columns: Stream.runDrain(method.columns(input, options)) } : {}),
          }
          for (const [form, effect] of Object.entries(forms)) {
            if (endpoint.kind === "list" && form !== "call") continue
            outcomes[`${name}.${form}`] = yield* Effect.match(effect, {
              onFailure: (error) => Schema.encodeSync(MarketDataError)(error),
              onSuccess: () => "answered",
            })
          }
        }
        return outcomes
      })
      return Effect.gen(function* () {
        const byClient = yield* Effect.provide(outcomes, weather(nothing))
        assert.deepStrictEqual(yield* Effect.provide(outcomes, mocks), byClient)
        for (const outcome of Object.values(byClient)) {
          if (outcome === "answered") continue
          assert.include(["InvalidRequest", "BadResolution"], (outcome as MarketDataError)._tag)
          assert.notProperty(outcome, "status")
        }
      })
    },
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(100) } },
  )

  it.effect("refuses before it fails by itself, and before its function sees the request", () =>
    Effect.gen(function* () {
      const { latest, readings, status } = yield* Weather
      assert.strictEqual((yield* Effect.flip(status({ station: "" })))._tag, "InvalidRequest")
      assert.strictEqual((yield* Effect.flip(readings({ ...range, limit: 0 })))._tag, "InvalidRequest")
      assert.strictEqual((yield* Effect.flip(latest({ station: "" })))._tag, "InvalidRequest")
      assert.strictEqual((yield* Effect.flip(latest({ station: "A" })))._tag, "NotFound")
    }).pipe(
      Effect.provide(
        Mock.layer(Weather, {
          readings: Mock.paged(() => {
            throw new Error("the function was run")
          }),
          status: () => {
            throw new Error("the function was run")
          },
          latest: Mock.fail(error),
        }),
      ),
    ),
  )
})

describe("Mock.single", () => {
  it.effect("gives its value", () =>
    Effect.gen(function* () {
      const { latest, status } = yield* Weather
      assert.deepStrictEqual(yield* status({ station: "S" }), { status: "OK", open: false })
      assert.deepStrictEqual(yield* latest({ station: "S" }), rows[1])
    }).pipe(
      Effect.provide(
        Mock.layer(Weather, { status: Mock.single({ status: "OK", open: false }), latest: Mock.single(rows[1]!) }),
      ),
    ),
  )
})

describe("Mock.fail", () => {
  it.effect("fails in all forms of methods of any kind", () =>
    Effect.gen(function* () {
      const limited = new RateLimited({ endpoint: "test", status: 429, detail: "", retryAfter: Duration.seconds(7) })
      const fail = Mock.fail(limited)
      const service = Mock.layer(Weather, { readings: fail, events: fail, stations: fail, status: fail, latest: fail })
      for (const [form, effect] of Object.entries(forms(yield* Effect.provide(Weather, service)))) {
        assert.deepStrictEqual(yield* Effect.exit<unknown, MarketDataError, never>(effect), Exit.fail(limited), form)
      }
    }),
  )

  it.effect("is recovered from by the error's tag", () =>
    Effect.gen(function* () {
      const { latest } = yield* Weather
      const answer = yield* latest({ station: "S" }).pipe(
        Effect.catchTag("NotFound", ({ detail }) => Effect.succeed(detail)),
      )
      assert.strictEqual(answer, "Data not found.")
    }).pipe(Effect.provide(Mock.layer(Weather, { latest: Mock.fail(error) }))),
  )
})

describe("what is not mocked", () => {
  it.effect("dies in all forms, and says its name", () =>
    Effect.gen(function* () {
      const all = forms(yield* Effect.provide(Weather, Mock.layer(Weather, {})))
      for (const [form, effect] of Object.entries(all)) {
        const exit = yield* Effect.exit<unknown, MarketDataError, never>(effect)
        assert(Exit.isFailure(exit), form)
        assert.isTrue(Cause.isDie(exit.cause), form)
        assert.include(
          Cause.pretty(exit.cause),
          `Weather.${form.split(".")[0]} is not mocked. Give it to Mock.layer.`,
          form,
        )
      }
    }),
  )

  it.effect("harms nobody who does not use it", () =>
    Effect.gen(function* () {
      const { events, readings } = yield* Weather
      assert.lengthOf((yield* readings(range)).results, 5)
      assert.isFunction(events.stream)
    }).pipe(Effect.provide(Mock.layer(Weather, { readings: Mock.paged(rows) }))),
  )

  it.effect("is no `then`: a mocked service that a promise gives back settles", () =>
    Effect.gen(function* () {
      const service = yield* Weather
      const settled = yield* Effect.promise(() => Promise.resolve(service))
      assert.lengthOf((yield* settled.readings(range)).results, 5)
      assert.strictEqual(yield* Effect.promise(async () => service), service)
    }).pipe(Effect.provide(Mock.layer(Weather, { readings: Mock.paged(rows) }))),
  )
})
