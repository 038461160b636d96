import { NotFound, RateLimited, type MarketDataError } from "@candela/core/MarketDataError"
import * as Mock from "@candela/core/Mock"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Duration, Effect, Exit, Layer, Stream } from "effect"
import { Weather, type Event, type Reading } from "./endpoints.js"
import { readingsOf } from "./readingsServer.js"

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
            status: "DELAYED",
            request_id: "r1",
            next_url: "http://service.test/v1/next",
          }),
          events: Mock.paged<Event>([], { request_id: "r2" }),
        }),
      ),
    ),
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
