import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import { BadResolution, InvalidRequest, type MarketDataError } from "@candela/core/MarketDataError"
import * as Mock from "@candela/core/Mock"
import * as Param from "@candela/core/declare/Param"
import * as Preview from "@candela/core/Preview"
import * as Request from "@candela/core/Request"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, FastCheck as fc, Schema, Stream } from "effect"
import { events, Reading, readings, stations, status, Weather } from "@candela/support/endpoints"
import { seeded } from "@candela/support/seeded"
import { asked, weather } from "@candela/support/weather"

const refusal = (result: Either.Either<unknown, Request.Refusal>) => Either.getOrThrow(Either.flip(result))

/** An endpoint whose parameters have names of their own. */
const renamed = Endpoint.history({
  name: "test.renamed",
  path: "/v1/renamed/{candle}",
  params: {
    candle: Param.refusedAs(Param.text(/^\d+min$|^\.\.$/, 'such as "5min"'), "BadResolution"),
    size: Param.limit({ default: 2, max: 70 }),
    by: Param.sortColumn({ columns: ["at", "value"], default: "value" }),
    way: Param.order("desc"),
    after: Param.cursor(Param.integer({ min: 0 })),
  },
  row: Reading,
  timeRange: {
    cut: (values) => [values],
    rows: () => ({ most: 140, expected: 140 }),
    covered: () => 1,
  },
})

describe("a parameter's kind", () => {
  it("is said by the parameter, never by its name", () => {
    const kinds = Object.entries(renamed.wireParams).map(([name, { kind }]) => [name, kind._tag] as const)
    assert.deepStrictEqual(kinds, [
      ["candle", "Text"],
      ["size", "Limit"],
      ["by", "Sort"],
      ["way", "Order"],
      ["after", "Cursor"],
    ])
    for (const [name, kind] of kinds) {
      assert.strictEqual(Request.nameOf(renamed, kind), name)
    }
    assert.strictEqual(Request.nameRefusedAs(renamed, "BadResolution"), "candle")
    assert.isUndefined(Request.nameOf(status, "Limit"))
    assert.isUndefined(Request.nameRefusedAs(events, "BadResolution"))
  })

  it("makes a cursor optional", () => {
    assert.strictEqual(renamed.wireParams["after"]!.presence, "optional")
    assert.strictEqual(
      Either.getOrThrow(Request.url(renamed, { candle: "5min", after: 7 })),
      "/v1/renamed/5min?after=7",
    )
  })

  it.effect("decides what a stream does with it, whatever its name", () =>
    Effect.gen(function* () {
      const client = yield* Client.make({ renamed })
      const request = { candle: "5min" }
      yield* Stream.runDrain(client.renamed.stream(request))
      yield* Stream.runDrain(client.renamed.columns(request, { pageSize: 7 }))
      yield* Stream.runDrain(client.renamed.pages({ ...request, size: 9 }))
      assert.deepStrictEqual(
        yield* asked,
        [70, 7, 9].map((size) => `/v1/renamed/5min?size=${size}`),
      )
      assert.deepInclude(yield* Preview.of(renamed, request, { pageSize: 7 }), { requests: 20, rows: 140 })
      const withSize: object = { ...request, size: 9 }
      const error = yield* Effect.flip(Stream.runDrain(client.renamed.stream(withSize as never)))
      assert.include(error, { _tag: "InvalidRequest", parameter: "size" })
    }).pipe(Effect.provide(weather(() => ScriptedTransport.json({ status: "OK" })))),
  )
})

describe("Request.ordering", () => {
  const direction = fc.constantFrom<Param.Direction>("asc", "desc")
  const keys = fc.array(fc.record({ column: fc.constantFrom("day", "kind"), direction }), {
    minLength: 1,
    maxLength: 4,
  })

  it.prop(
    "is the columns and directions of `sort=column.asc,...`",
    { keys },
    ({ keys }) => {
      const sort = keys.map(({ column, direction }) => `${column}.${direction}`).join(",")
      assert.deepStrictEqual(Request.ordering(events, Either.getOrThrow(Request.decode(events, { sort }))), keys)
    },
    seeded,
  )

  it.prop(
    "is the column of `sort` in the direction of `order`",
    { column: fc.constantFrom("at", "value"), direction },
    ({ column, direction }) => {
      const texts = { candle: "5min", by: column, way: direction }
      assert.deepStrictEqual(Request.ordering(renamed, Either.getOrThrow(Request.decode(renamed, texts))), [
        { column, direction },
      ])
    },
    seeded,
  )

  it("is the service's default where a request says nothing", () => {
    const defaults = (endpoint: Endpoint.Any, texts: Record<string, string> = {}) =>
      Request.ordering(endpoint, Either.getOrThrow(Request.decode(endpoint, texts)))
    assert.deepStrictEqual(defaults(events), [{ column: "day", direction: "desc" }])
    assert.deepStrictEqual(defaults(stations), [{ column: "name", direction: "asc" }])
    assert.deepStrictEqual(defaults(stations, { order: "desc" }), [{ column: "name", direction: "desc" }])
    assert.deepStrictEqual(defaults(renamed, { candle: "5min" }), [{ column: "value", direction: "desc" }])
    assert.deepStrictEqual(defaults(readings, { station: "S", from: "1", to: "2" }), [])
  })
})

describe("a blank value", () => {
  const blanks = [undefined, "", []]

  it("is as if the parameter were left out, where the parameter says so", () => {
    for (const blank of blanks) {
      const request: object = { type: blank, names: blank, active: false }
      const values = Either.getOrThrow(Request.parse(stations, request))
      assert.deepStrictEqual(values, { active: false })
      assert.strictEqual(Either.getOrThrow(Request.toUrl(stations, values)), "/v1/stations?active=false")
    }
    const absent = Either.getOrThrow(Request.decode(stations, {}))
    assert.deepStrictEqual(Either.getOrThrow(Request.decode(stations, { type: "", names: "" })), absent)
    assert.notProperty(absent, "type")
  })

  it("is refused elsewhere", () => {
    for (const blank of ["", []]) {
      for (const [endpoint, name] of [
        [events, "day"],
        [events, "day.any_of"],
        [events, "sort"],
        [stations, "order"],
      ] as const) {
        assert.include(refusal(Request.parse(endpoint, { [name]: blank })), { parameter: name })
        assert.include(refusal(Request.decode(endpoint, { [name]: "" })), { parameter: name })
      }
    }
    const range = { station: "", from: "1", to: "2" }
    assert.include(refusal(Request.decode(readings, range)), { parameter: "station", value: '""' })
  })

  it("is what the parameter reads when it is not blank", () => {
    const request = { type: "rain", names: ["A", "B"] } as const
    assert.deepStrictEqual(Either.getOrThrow(Request.parse(stations, request)), request)
    assert.deepInclude(Either.getOrThrow(Request.decode(stations, { type: "rain", names: "A,B" })), request)
    assert.include(refusal(Request.parse(stations, { type: " " })), { parameter: "type" })
  })
})

describe("the marks of a parameter", () => {
  it("are those that it was given, and no others", () => {
    const plain = { filter: undefined, repeatable: false, blank: false, refusal: "InvalidRequest" } as const
    assert.deepInclude(Param.list(Param.String), plain)
    assert.deepInclude(Param.orBlank(Param.optional(Param.String)), { ...plain, blank: true })
    const tickers = Param.orBlank(Param.repeatable(Param.optional(Param.list(Param.String))))
    assert.deepInclude(tickers, { ...plain, blank: true, repeatable: true, presence: "optional" })
    const window = Param.optional(Param.refusedAs(Param.String, "BadResolution"))
    assert.deepInclude(window, { ...plain, refusal: "BadResolution", presence: "optional" })
    assert.deepInclude(Param.limit({ default: 1, max: 2 }), { ...plain, kind: { _tag: "Limit", max: 2 } })
  })
})

describe("a refused resolution", () => {
  const assertBad = (error: unknown, endpoint: string) => {
    assert.instanceOf(error, BadResolution)
    assert.include(error, { _tag: "BadResolution", endpoint })
    assert.notProperty(error, "status")
    assert.match((error as BadResolution).detail, /"(resolution|candle)" must be/)
  }
  const wrong: Parameters<Weather.Service["status"]>[0] = { station: "S", resolution: "60" }

  it("is a BadResolution without a status, wherever it is read", () => {
    assertBad(refusal(Request.parse(status, wrong)), "test.status")
    assertBad(refusal(Request.url(status, wrong)), "test.status")
    assertBad(refusal(Request.decode(status, { station: "S", resolution: "60" })), "test.status")
    assertBad(refusal(Request.parse(renamed, {})), "test.renamed")
    assertBad(refusal(Request.toUrl(renamed, { candle: ".." })), "test.renamed")
    // What is wrong with another parameter has the usual error.
    assert.instanceOf(refusal(Request.parse(status, { station: "", resolution: "5min" })), InvalidRequest)
  })

  const call = Effect.flatMap(Weather, (service) => Effect.flip(service.status(wrong)))

  it.effect("is one of a call, which sends nothing, and of a mock", () =>
    Effect.gen(function* () {
      const byClient = yield* Effect.gen(function* () {
        const error = yield* call
        assert.lengthOf(yield* asked, 0)
        return error
      }).pipe(Effect.provide(weather([])))
      assertBad(byClient, "test.status")
      const mock = Mock.layer(Weather, { status: Mock.single({ status: "OK", open: true }) })
      assert.deepStrictEqual(yield* Effect.provide(call, mock), byClient)
    }),
  )
})

describe("the size of a stream's pages", () => {
  const range = { station: "S", from: 0, to: 9 }
  const forms = (request: object, options?: { readonly pageSize: number }) =>
    Effect.gen(function* () {
      const { events, readings } = yield* Weather
      const asked = request as typeof range
      return [
        Stream.runDrain(readings.stream(asked, options)),
        Stream.runDrain(readings.columns(asked, options)),
        Stream.runDrain(events.stream({ limit: asked["limit" as never] } as object, options)),
      ]
    })
  const bothSides = {
    client: weather([]),
    "Mock.layer": Mock.layer(Weather, { readings: Mock.paged<Reading>([]), events: Mock.paged<never>([]) }),
  }
  const message = (endpoint: string) =>
    `${endpoint}: "limit" must be omitted: it is the size of a page. Use Stream.take for the first rows, or the option pageSize for smaller pages. Nothing was sent.`

  for (const [side, layer] of Object.entries(bothSides)) {
    it.effect(`is no parameter: a limit is refused, and the message says what to use instead (${side})`, () =>
      Effect.gen(function* () {
        const errors = yield* Effect.forEach(yield* forms({ ...range, limit: 5 }), (form) =>
          Effect.flip<void, MarketDataError, never>(form),
        )
        assert.deepStrictEqual(
          errors.map((error) => error.message),
          ["test.readings", "test.readings", "test.events"].map(message),
        )
      }).pipe(Effect.provide(layer)),
    )

    it.effect(`keeps to the bounds of the endpoint (${side})`, () =>
      Effect.gen(function* () {
        for (const pageSize of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 50_001]) {
          for (const form of yield* forms(range, { pageSize })) {
            const error = yield* Effect.flip<void, MarketDataError, never>(form)
            assert.instanceOf(error, InvalidRequest)
            assert.include(error, { parameter: "pageSize" })
            assert.match((error as InvalidRequest).expected, /^a whole number from 1 to (50000|100)$/)
          }
        }
      }).pipe(Effect.provide(layer)),
    )

    it.effect(`is refused by .pages, whose request says it (${side})`, () =>
      Effect.gen(function* () {
        const options: object = { pageSize: 5 }
        const error = yield* Effect.flip(Stream.runDrain((yield* Weather).readings.pages(range, options)))
        assert.include(error, { _tag: "InvalidRequest", parameter: "pageSize" })
        assert.include(error.message, "the parameter limit says how large a page is")
      }).pipe(Effect.provide(layer)),
    )
  }

  it.effect("is no parameter of a preview, either", () =>
    Effect.gen(function* () {
      const request: typeof range = { ...range, ...{ limit: 5 } }
      assert.strictEqual((yield* Effect.flip(Preview.of(readings, request))).message, message("test.readings"))
    }),
  )

  it.effect("is refused where the endpoint chooses it", () =>
    Effect.gen(function* () {
      const unlimited = Endpoint.paged({ name: "test.unlimited", path: "/v1/all", params: {}, row: Schema.Struct({}) })
      const { all } = yield* Client.make({ all: unlimited })
      const error = yield* Effect.flip(Stream.runDrain(all.stream({}, { pageSize: 5 })))
      assert.include(error, { _tag: "InvalidRequest", parameter: "pageSize" })
      yield* Stream.runDrain(all.stream({}))
      assert.deepStrictEqual(yield* asked, ["/v1/all"])
    }).pipe(Effect.provide(weather([ScriptedTransport.json({ status: "OK" })]))),
  )

  it.effect("is refused together with what is no request at all", () =>
    Effect.gen(function* () {
      for (const request of [null, undefined, "S", ["S"]]) {
        const { readings } = yield* Weather
        const error = yield* Effect.flip(Stream.runDrain(readings.stream(request as never, { pageSize: 5 })))
        assert.include(error, { _tag: "InvalidRequest", parameter: "request" })
      }
    }).pipe(Effect.provide(weather([]))),
  )
})
