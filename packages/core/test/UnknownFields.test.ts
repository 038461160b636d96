import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import type { MarketData } from "@candela/core/MarketData"
import * as UnknownFields from "@candela/core/UnknownFields"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, FastCheck as fc, Layer, Logger, LogLevel, Metric, Schema, Stream } from "effect"
import { inspect } from "node:util"
import { Reading, readings } from "@candela/support/endpoints"
import { runs, seeded } from "@candela/support/seeded"
import { apiKey, weather } from "@candela/support/weather"

/** Each case makes decoders and runs calls. */
const few = { fastCheck: { ...seeded.fastCheck, numRuns: runs(80) } }

const Quote = Field.struct({
  price: Field.required(Schema.Number, "p"),
  venue: Field.optional(Field.openEnum("XNYS", "XNAS"), "x"),
})

const Row = Field.struct({
  name: Field.required(Schema.String, "n"),
  type: Field.required(Field.openEnum("stocks", "crypto")),
  last: Field.optional(Quote, "last_quote"),
  legs: Field.required(Schema.Array(Quote)),
  tags: Field.optional(Schema.Array(Field.openEnum("new", "old"))),
  time: Field.optional(Field.Int64, "t"),
  details: Field.required(
    Schema.Union(
      Field.struct({ kind: Field.required(Schema.Literal("option")), strike: Field.required(Schema.Number) }),
      Field.struct({ kind: Field.optional(Field.openEnum("share")), sector: Field.required(Schema.String) }),
    ),
  ),
  anything: Field.optional(Schema.Unknown),
  byName: Field.optional(Schema.Record({ key: Schema.String, value: Schema.Number })),
  quotes: Field.optional(Schema.Record({ key: Schema.String, value: Quote })),
})

/** A row of which the schema knows everything. */
const row = {
  n: "A",
  type: "stocks",
  last_quote: { p: 1, x: "XNYS" },
  legs: [{ p: 1 }, { p: 2, x: null }],
  tags: ["new"],
  t: 1_751_313_000_000_000_000,
  details: { kind: "option", strike: 1 },
  anything: { x1: [{ x2: 3 }] },
  byName: { x1: 1 },
}

const endpoints = (name: string) => ({
  list: Endpoint.paged({ name, path: "/v1/list", params: {}, row: Row }),
  nested: Endpoint.list({ name, path: "/v1/nested", params: {}, row: Row, at: "results.values" }),
  single: Endpoint.single({ name, path: "/v1/single", params: {}, value: Row, at: "results" }),
  whole: Endpoint.single({ name, path: "/v1/whole", params: {}, value: Row }),
  history: Endpoint.history({
    name,
    path: readings.path,
    params: readings.params,
    row: Reading,
    timeRange: readings.timeRange,
  }),
})
type Methods = Client.Methods<ReturnType<typeof endpoints>>

/** How often the metrics of an endpoint have counted; `undefined` if they do not exist. */
const counted = (endpoint: string) =>
  Effect.map(Metric.snapshot, (pairs) => {
    const of = (metric: string) => {
      const found = pairs.find(
        ({ metricKey }) => metricKey.name === metric && metricKey.tags.some(({ value }) => value === endpoint),
      )
      return (found?.metricState as { readonly count: number } | undefined)?.count
    }
    return { fields: of("candela_unknown_fields_total"), values: of("candela_unknown_values_total") }
  })

let names = 0

/** Runs calls of endpoints of a new name, and gives the faults that were logged and what the metrics count. */
const surveyed = <E>(
  script: ScriptedTransport.Script,
  use: (methods: Methods) => Effect.Effect<unknown, E>,
  layer: Layer.Layer<MarketData, never, MarketData> = UnknownFields.layer,
) =>
  Effect.gen(function* () {
    const name = `test.unknown${++names}`
    const faults: Array<string> = []
    const prefix = `A response of ${name} has the unknown `
    const logger = Logger.make<unknown, void>(({ logLevel, message }) => {
      const text = String([message].flat()[0])
      if (text.startsWith(prefix)) faults.push(`${logLevel.label} ${text.slice(prefix.length, -1)}`)
    })
    const result = yield* Client.make(endpoints(name)).pipe(
      Effect.flatMap(use),
      Effect.provide(Layer.provide(layer, weather(script))),
      Effect.exit,
      Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
      Logger.withMinimumLogLevel(LogLevel.Debug),
    )
    return { result, faults, counted: yield* counted(name) }
  })

const list = ({ list }: Methods) => list({})

const answer = (...results: ReadonlyArray<unknown>) =>
  ScriptedTransport.json({ status: "OK", count: results.length, results, extra: 1 })

const none = { fields: undefined, values: undefined }

/** The places of a row where fields can stand, with the way to them. */
const places = {
  results: (row: object, field: object) => ({ ...row, ...field }),
  "results.last_quote": (row: object, field: object) => ({ ...row, last_quote: { p: 1, ...field } }),
  "results.legs": (row: object, field: object) => ({ ...row, legs: [{ p: 1 }, { ...field, p: 1 }] }),
  "results.details": (row: object, field: object) => ({ ...row, details: { ...field, sector: "x" } }),
}

const extras = fc.array(
  fc.record({
    page: fc.nat({ max: 3 }),
    row: fc.nat({ max: 7 }),
    place: fc.constantFrom(...(Object.keys(places) as Array<keyof typeof places>)),
    // Names of the row are no names of the wire.
    key: fc.constantFrom("x1", "x2", "name", "price", "venue", "a.b", "Ä\n", "constructor"),
  }),
  { maxLength: 12 },
)

describe("unknown fields", () => {
  it.effect.prop(
    "are counted once, wherever and however often they stand in the pages",
    { extras },
    ({ extras }) =>
      Effect.gen(function* () {
        const pages = Array.from({ length: 4 }, () => Array.from({ length: 8 }, (): object => row))
        const expected = new Set<string>()
        for (const { key, page, place, row } of extras) {
          // Each place of a row holds the last field that was put there.
          pages[page]![row] = places[place](pages[page]![row]!, { [key]: 1 })
        }
        for (const { key, page, place, row } of extras) {
          const holder = place.split(".")[1]
          const at = holder === undefined ? pages[page]![row]! : pages[page]![row]![holder as never]
          if ([at].flat().some((one: object) => Object.hasOwn(one, key)))
            expected.add(`DEBUG field ${JSON.stringify(`${place}.${key}`)}`)
        }
        const { counted, faults, result } = yield* surveyed(
          pages.map((rows, page) =>
            ScriptedTransport.json({ results: rows, ...(page < 3 ? { next_url: `/v1/list?cursor=${page}` } : {}) }),
          ),
          ({ list }) => Stream.runDrain(list.stream({})),
        )
        assert.isTrue(Exit.isSuccess(result))
        assert.sameMembers(faults, [...expected])
        assert.deepStrictEqual(counted, { ...none, fields: expected.size || undefined })
      }),
    few,
  )

  it.effect("are found in rows at any place of the document, in single values, and in whole documents", () =>
    Effect.gen(function* () {
      const more = { ...row, x1: 1 }
      const nested = yield* surveyed([ScriptedTransport.json({ results: { other: 1, values: [row, more] } })], (_) =>
        _.nested({}),
      )
      assert.deepStrictEqual(nested.faults, ['DEBUG field "results.values.x1"'])
      const single = yield* surveyed([ScriptedTransport.json({ extra: 1, results: more })], (_) => _.single({}))
      assert.deepStrictEqual(single.faults, ['DEBUG field "results.x1"'])
      const whole = yield* surveyed([ScriptedTransport.json({ ...more, status: "OK", request_id: 7 })], (_) =>
        _.whole({}),
      )
      assert.deepStrictEqual(whole.faults, ['DEBUG field "x1"'])
    }),
  )

  it.effect("are found in the values of maps, once for all keys", () =>
    Effect.gen(function* () {
      const quotes = { x1: { p: 1, x2: 1 }, x3: { p: 2, x: "bonds", x2: 1 } }
      const { faults } = yield* surveyed([answer({ ...row, quotes })], list)
      assert.deepStrictEqual(faults, [
        'DEBUG field "results.quotes.*.x2"',
        'DEBUG value "bonds" in "results.quotes.*.x"',
      ])
    }),
  )

  for (const prefetch of [0, 2]) {
    it.effect(`are found in histories that are read as columns (prefetch ${prefetch})`, () =>
      Effect.gen(function* () {
        const { counted, faults } = yield* surveyed(
          ({ index }) => {
            const results = [{ t: index, v: 1, [`x${index}`]: 1, at: 1 }]
            return ScriptedTransport.json({
              results,
              ...(index < 3 ? { next_url: `/v1/readings/S/${index + 1}/9` } : {}),
            })
          },
          ({ history }) => Stream.runDrain(history.columns({ station: "S", from: 0, to: 9 }, { prefetch })),
        )
        assert.sameMembers(
          faults,
          ["at", "x0", "x1", "x2", "x3"].map((key) => `DEBUG field "results.${key}"`),
        )
        assert.deepStrictEqual(counted, { ...none, fields: 5 })
      }),
    )
  }

  it.effect("are looked for in the first 8 rows and the first 64 KiB only", () =>
    Effect.gen(function* () {
      const late = yield* surveyed([answer(...Array.from({ length: 8 }, () => row), { ...row, x1: 1 })], list)
      assert.deepStrictEqual(late, { ...late, faults: [], counted: none })
      const long = { ...row, n: "A".repeat(70_000) }
      const far = yield* surveyed([answer({ ...row, x1: 1 }, long, { ...row, x2: 1 })], list)
      assert.deepStrictEqual(far.faults, ['DEBUG field "results.x1"'])
      assert.isTrue(Exit.isSuccess(late.result) && Exit.isSuccess(far.result))
    }),
  )
})

describe("unknown values of open enumerations", () => {
  it.effect("are counted once for each field; known ones and other strings are not", () =>
    Effect.gen(function* () {
      const grown = { ...row, n: "new", type: "bonds", legs: [{ p: 1, x: "bonds" }], tags: ["old", "bonds", "bonds"] }
      const { counted, faults } = yield* surveyed(
        [answer(row, grown, grown), answer({ ...grown, type: "crypto", last_quote: { p: 1, x: "XNAS" } })],
        (methods) => Effect.zip(list(methods), list(methods)),
      )
      assert.sameMembers(faults, [
        'DEBUG value "bonds" in "results.type"',
        'DEBUG value "bonds" in "results.legs.x"',
        'DEBUG value "bonds" in "results.tags"',
      ])
      assert.deepStrictEqual(counted, { ...none, values: 3 })
    }),
  )

  it.effect("are cut, and shown without the key", () =>
    Effect.gen(function* () {
      const long = `${"x".repeat(50)}${apiKey}`
      const { faults } = yield* surveyed([answer({ ...row, type: long, [long]: 1, ["y".repeat(999)]: 1 })], list)
      assert.sameMembers(faults, [
        `DEBUG value "${"x".repeat(50)}<redacted>" in "results.type"`,
        `DEBUG field "results.${"x".repeat(50)}<redacted>"`,
        `DEBUG field "results.${"y".repeat(256 - "results.".length)}"`,
      ])
      const cut = yield* surveyed([answer({ ...row, type: "z".repeat(65) })], list)
      assert.deepStrictEqual(cut.faults, [`DEBUG value "${"z".repeat(64)}" in "results.type"`])
    }),
  )
})

describe("the layer", () => {
  it.effect("remembers at most 100 fields and values of an endpoint", () =>
    Effect.gen(function* () {
      const more = (from: number) =>
        Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`x${from + index}`, from]))
      const { counted } = yield* surveyed(
        [answer({ ...row, ...more(0), type: "bonds" }), answer({ ...row, ...more(70) }), answer({ ...row, x999: 1 })],
        (methods) => Effect.all([list(methods), list(methods), list(methods)]),
      )
      assert.deepStrictEqual(counted, { fields: 99, values: 1 })
    }),
  )

  it.effect("is needed for the metrics to exist", () =>
    Effect.gen(function* () {
      const without = Layer.effectContext(Effect.context<MarketData>())
      const { counted, faults, result } = yield* surveyed([answer({ ...row, type: "bonds", x1: 1 })], list, without)
      assert.deepStrictEqual({ counted, faults }, { counted: none, faults: [] })
      assert.isTrue(Exit.isSuccess(result))
    }),
  )

  const document = JSON.stringify({
    status: "OK",
    results: [
      { ...row, x1: 1 },
      { ...row, type: "bonds" },
    ],
  })
  it.effect.prop(
    "changes no result, whatever the document",
    {
      at: fc.nat({ max: document.length - 1 }),
      byte: fc.option(fc.ascii()),
      kind: fc.constantFrom("list", "nested", "single", "whole"),
    },
    ({ at, byte, kind }) =>
      Effect.gen(function* () {
        const body = document.slice(0, at) + (byte === null ? "" : byte + document.slice(at + 1))
        const call = (methods: Methods) => methods[kind as "list"]({})
        const without = Layer.effectContext(Effect.context<MarketData>())
        const { result } = yield* surveyed([ScriptedTransport.text(body)], call)
        const expected = (yield* surveyed([ScriptedTransport.text(body)], call, without)).result
        const shown = (exit: typeof result) => inspect(exit, { depth: 12 }).replaceAll(/test\.unknown\d+/g, "")
        assert.strictEqual(shown(result), shown(expected))
      }),
    few,
  )
})
