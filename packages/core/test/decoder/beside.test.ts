import * as Decoder from "@candela/core/declare/Decoder"
import * as Field from "@candela/core/declare/Field"
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { Either, FastCheck as fc, Schema } from "effect"
import { Beside, Envelope } from "./rows.js"
import { runs } from "@candela/support/seeded"

const Value = Field.struct({
  timestamp: Field.required(Schema.Number),
  value: Field.required(Schema.Number),
})

const decoder = () => Decoder.list({ envelope: Envelope, row: Value, at: "results.values", beside: Beside })

const bytes = (text: string) => new TextEncoder().encode(text)

/** Every way to read a document: the envelope, and the rows as objects. */
const readings = (one: ReturnType<typeof decoder>, document: Uint8Array) =>
  [one, one.withoutCodeGeneration].flatMap((decoder) => [
    decoder.rows(document),
    Either.map(decoder.lazyRows(document), ({ envelope, rows }) => ({ envelope, rows: rows.slice(0, rows.length) })),
    Either.map(decoder.columns(document), ({ envelope, rows }) => ({ envelope, rows: rows.toRows() })),
  ])

const refusals = (document: string) =>
  readings(decoder(), bytes(document)).map((result) => {
    const refusal = Either.getOrThrow(Either.flip(result))
    assert(refusal._tag === "Refused")
    return refusal
  })

const member = (key: string, value: unknown) => `${JSON.stringify(key)}:${JSON.stringify(value)}`

describe("what stands beside the rows in the object that holds them", () => {
  afterEach(() => void vi.restoreAllMocks())

  it("is refused with a number beyond a double, also where its schema accepts one", () => {
    const beside = Field.struct({ delay: Field.optional(Schema.Number) })
    const one = Decoder.list({ envelope: Envelope, row: Value, at: "results.values", beside })
    for (const result of readings(one as never, bytes('{"status":"OK","results":{"values":[],"delay":1e400}}'))) {
      const refusal = Either.getOrThrow(Either.flip(result))
      assert.deepInclude(refusal, { _tag: "Refused", expected: "a number in the range of a double" })
    }
  })

  it("is merged into the envelope, before and after the rows, and the rows are still scanned", () => {
    const value = fc.record({ timestamp: fc.nat(), value: fc.double({ noNaN: true, noDefaultInfinity: true }) })
    const underlying = fc.record({ url: fc.string(), u: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }) })
    const delayed = fc.option(fc.boolean(), { nil: undefined })
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 40, maxLength: 300 }),
        underlying,
        delayed,
        fc.constantFrom([0, 1, 2], [1, 0, 2], [1, 2, 0], [2, 0, 1]),
        fc.boolean(),
        (values, { u, url }, delayed, order, first) => {
          const members = [
            member("values", values),
            `"underlying":{${member("url", url)},"u":${u}}`,
            ...(delayed === undefined ? [] : [member("delayed", delayed)]),
          ]
          const results = `"results":{${order.flatMap((index) => members[index] ?? []).join(",")}}`
          const document = `{${first ? `${results},"status":"OK"` : `"status":"OK",${results}`}}`
          const sent = JSON.parse(JSON.stringify(values)) as typeof values
          const parse = vi.spyOn(JSON, "parse")
          for (const result of readings(decoder(), bytes(document))) {
            const { envelope, rows } = Either.getOrThrow(result)
            const rest = delayed === undefined ? {} : { delayed }
            assert.deepStrictEqual(envelope, { status: "OK", underlying: { url, updated: u }, ...rest })
            assert.deepStrictEqual(rows, sent)
          }
          for (const [text] of parse.mock.calls) assert.notInclude(text, `"timestamp"`)
          parse.mockRestore()
        },
      ),
      { seed: 20_250_301, numRuns: runs(100) },
    )
  })

  it("gives nothing where the object is absent or null", () => {
    for (const document of [`{"status":"OK"}`, `{"status":"OK","results":null}`]) {
      for (const result of readings(decoder(), bytes(document))) {
        assert.deepStrictEqual(Either.getOrThrow(result), { envelope: { status: "OK" }, rows: [] } as never)
      }
    }
  })

  it("is given where the rows are absent or null", () => {
    for (const values of ["", `"values":null,`]) {
      const document = `{"status":"OK","results":{${values}"underlying":{"url":"u"}}}`
      for (const result of readings(decoder(), bytes(document))) {
        assert.deepStrictEqual(Either.getOrThrow(result), {
          envelope: { status: "OK", underlying: { url: "u" } },
          rows: [],
        })
      }
    }
  })

  it("is refused by its path in the document", () => {
    const values = `"values":[{"timestamp":1,"value":2}]`
    for (const [results, path] of [
      [`{${values},"underlying":{"url":7}}`, "results.underlying.url"],
      [`{"underlying":{"url":7},${values}}`, "results.underlying.url"],
      [`{${values},"underlying":{"url":"u","u":1.5}}`, "results.underlying.u"],
      [`{${values}}`, "results.underlying"],
      [`{${values},"underlying":null}`, "results.underlying"],
      [`{${values},"underlying":{"url":"u"},"delayed":0}`, "results.delayed"],
      [`[]`, "results"],
    ] as const) {
      for (const refusal of refusals(`{"status":"OK","results":${results}}`)) assert.strictEqual(refusal.path, path)
    }
  })
})
