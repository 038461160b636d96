import * as Decoder from "@candela/core/declare/Decoder"
import * as Field from "@candela/core/declare/Field"
import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck as fc, Schema } from "effect"
import { Bar, Envelope, Quote } from "./rows.js"
import { runs } from "@candela/support/seeded"

const bytes = (text: string) => new TextEncoder().encode(text)

const bars = Decoder.list({ envelope: Envelope, row: Bar, at: "results" })
const quotes = Decoder.list({ envelope: Envelope, row: Quote, at: "results" })

const right = <A>(either: Either.Either<A, Decoder.Refusal>): A =>
  Either.getOrThrowWith(either, (refusal) => new Error(JSON.stringify(refusal)))

const refusal = (either: Either.Either<unknown, Decoder.Refusal>): Decoder.Refusal =>
  Either.getOrThrow(Either.flip(either))

const bar = `{"v":10,"vw":1.5,"o":1,"c":2,"h":3,"l":0.5,"t":1700000000000,"n":3}`

describe("the slow path", () => {
  it("renames fields, and leaves absent and null ones out", () => {
    const page = right(
      bars.rows(bytes(`{"status":"OK","x":1,"results":[${bar},{"v":1,"vw":null,"o":1,"c":1,"h":1,"l":1,"t":0}]}`)),
    )
    assert.deepStrictEqual(page.envelope, { status: "OK" })
    assert.deepStrictEqual(page.rows, [
      { volume: 10, vwap: 1.5, open: 1, close: 2, high: 3, low: 0.5, timestamp: 1700000000000, transactions: 3 },
      { volume: 1, open: 1, close: 1, high: 1, low: 1, timestamp: 0 },
    ])
  })

  it("reads 19-digit integers exactly, and 0 as 0n", () => {
    const page = right(
      quotes.rows(
        bytes(
          `{"status":"OK","results":[{"participant_timestamp":1709554800123456789},{"participant_timestamp":0},{"participant_timestamp":"-9223372036854775808"}]}`,
        ),
      ),
    )
    assert.deepStrictEqual(
      page.rows.map((quote) => quote.participant_timestamp),
      [1709554800123456789n, 0n, -9223372036854775808n],
    )
  })

  it("takes the last of repeated keys, also where integers are exact", () => {
    const read = (results: string) =>
      right(quotes.rows(bytes(`{"status":"OK","results":[5],"results":${results}}`))).rows
    assert.deepStrictEqual(
      read(
        `[{"participant_timestamp":1709554800123456789,"participant_timestamp":"7","bid_price":1,"bid_price":null}]`,
      ),
      [{ participant_timestamp: 7n }],
    )
  })

  it("refuses integers that it could only round", () => {
    for (const digits of ["9223372036854775808", "1e19", "1.5", "123456789012345678901", "true", `"01"`, `" 1"`]) {
      const fault = refusal(quotes.rows(bytes(`{"status":"OK","results":[{"participant_timestamp":${digits}}]}`)))
      assert(fault._tag === "Refused", digits)
      assert.strictEqual(fault.path, "results[0].participant_timestamp")
      assert.strictEqual(fault.expected, "an exact 64-bit integer")
    }
  })

  it("encodes a row so that JSON.stringify takes it", () => {
    const encoded = Schema.encodeSync(Quote)({ ask_price: 1.5, participant_timestamp: 1709554800123456789n })
    assert.strictEqual(JSON.stringify(encoded), `{"ask_price":1.5,"participant_timestamp":"1709554800123456789"}`)
    assert.deepStrictEqual(Schema.decodeUnknownSync(Quote)(JSON.parse(JSON.stringify(encoded))), {
      ask_price: 1.5,
      participant_timestamp: 1709554800123456789n,
    })
  })

  it("gives no rows where they are absent or null", () => {
    for (const document of [
      `{"status":"OK"}`,
      `{"status":"OK","results":null}`,
      `\uFEFF {"status":"OK","results":[ ]} `,
    ]) {
      assert.deepStrictEqual(right(bars.rows(bytes(document))), { envelope: { status: "OK" }, rows: [] })
    }
  })

  it("takes nothing that every object inherits for rows", () => {
    const inherited = Decoder.list({ envelope: Envelope, row: Quote, at: "constructor" })
    assert.deepStrictEqual(right(inherited.rows(bytes(`{"status":"OK"}`))), { envelope: { status: "OK" }, rows: [] })
  })

  it("finds rows within an object, whose rest is the envelope's", () => {
    const values = Decoder.list({
      envelope: Schema.Struct({ results: Schema.optional(Schema.Struct({ underlying: Schema.String })) }),
      row: Schema.Struct({ value: Schema.Number }),
      at: "results.values",
    })
    const page = right(values.rows(bytes(`{"results":{"values":[{"value":1}],"underlying":"u"}}`)))
    assert.deepStrictEqual(page, { envelope: { results: { underlying: "u" } }, rows: [{ value: 1 }] })
    assert.deepStrictEqual(right(values.rows(bytes(`{"results":null}`))), { envelope: {}, rows: [] })
    assert.deepInclude(refusal(values.rows(bytes(`{"results":[]}`))), { path: "results", expected: "an object" })
  })

  it("says where a value is refused, what was expected and what came, in the document's words", () => {
    const rows = Array.from({ length: 1235 }, () => bar)
    rows[1234] = `{"v":10,"vw":1.5,"o":1,"c":"abc","h":3,"l":0.5,"t":1700000000000,"n":3}`
    const fault = refusal(bars.rows(bytes(`{"status":"OK","results":[${rows.join(",")}]}`)))
    assert(fault._tag === "Refused")
    assert.strictEqual(fault.path, "results[1234].c")
    assert.strictEqual(fault.expected, "number")
    assert.strictEqual(fault.actual, `"abc"`)
    assert.include(fault.snippet, `"c":"abc"`)
    assert.isBelow(fault.snippet.length, 200)
  })

  it("quotes an excerpt of a long value", () => {
    const long = "y".repeat(100_000)
    const fault = refusal(bars.rows(bytes(`{"status":"OK","results":[{"v":"${long}"}]}`)))
    assert(fault._tag === "Refused")
    assert.strictEqual(fault.actual, `"${"y".repeat(78)}…`)
    assert.isBelow(fault.snippet.length, 200)
  })

  it("names what is missing", () => {
    const fault = refusal(bars.rows(bytes(`{"status":"OK","results":[{"v":1}]}`)))
    assert.deepInclude(fault, {
      path: "results[0].o",
      expected: "number",
      actual: "nothing",
      snippet: `{"status":"OK","results":[{"v":1}]}`,
    })
  })

  it("names the shape that was expected", () => {
    assert.deepInclude(refusal(bars.rows(bytes(`{"status":"OK","results":{}}`))), {
      path: "results",
      expected: "an array",
      actual: "an object",
    })
    assert.deepInclude(refusal(bars.rows(bytes(`{"status":"OK","results":[1]}`))), {
      path: "results[0]",
      expected: "an object",
      actual: "1",
    })
    assert.deepInclude(refusal(bars.rows(bytes(`[]`))), { path: "", expected: "an object", actual: "an array" })
    assert.deepInclude(refusal(bars.rows(bytes(`{"results":[]}`))), {
      path: "status",
      expected: "string",
      actual: "nothing",
    })
    assert.deepInclude(refusal(bars.rows(bytes(`{"status":"OK","request_id":[],"results":[]}`))), {
      path: "request_id",
      expected: "string | number | null",
    })
  })

  it("tells a cut document, and where it ends", () => {
    const whole = `{"status":"OK","results":[${bar}]}`
    for (let length = 0; length < whole.length; length++) {
      const fault = refusal(bars.rows(bytes(whole.slice(0, length))))
      assert(fault._tag === "Truncated")
      assert.strictEqual(fault.detail, `the document ends at byte ${length}, before it is whole`)
    }
  })

  it("tells what is not JSON", () => {
    const fault = refusal(bars.rows(bytes(`<html><body>Bad gateway</body></html>`)))
    assert.deepStrictEqual(fault, {
      _tag: "Truncated",
      detail: `the document is not JSON: byte 0 begins "<html><body>Bad gate"`,
    })
    assert.strictEqual(refusal(bars.rows(bytes(`{"status":"OK"}]`)))._tag, "Truncated")
  })

  it("is not overturned by depth or by the names of prototypes", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000)
    const page = right(
      bars.rows(
        bytes(
          `{"status":"OK","__proto__":{"status":1},"deep":${deep},"results":[{"__proto__":{"v":1},"deep":${deep},${bar.slice(1)}]}`,
        ),
      ),
    )
    assert.strictEqual(page.rows.length, 1)
    assert.strictEqual(Object.getPrototypeOf(page.rows[0]), Object.prototype)
    assert.deepStrictEqual(page.envelope, { status: "OK" })
    assert.strictEqual(refusal(quotes.rows(bytes(`{"status":"OK","results":${deep}}`)))._tag, "Refused")
  })
})

/** A path as a refusal writes it. */
const refusedAt = (path: ReadonlyArray<string>) =>
  path.reduce((words, key) => {
    if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${words}[${JSON.stringify(key)}]`
    return words === "" ? key : `${words}.${key}`
  }, "")

describe("a document that is one value", () => {
  const decoder = Decoder.single({
    envelope: Schema.Struct({}),
    value: Field.struct({ updated: Field.required(Field.Int64, "u") }),
  })
  it("is read exactly", () => {
    assert.deepStrictEqual(right(decoder(bytes(`{"u":1709554800123456789}`))).rows.value, {
      updated: 1709554800123456789n,
    })
    assert.deepInclude(refusal(decoder(bytes(`{"u":null}`))), { path: "u", actual: "null" })
  })

  it("is found under any key, and named by it when it is missing or refused", () => {
    const key = fc.oneof(
      fc.constantFrom("results", "ticker", "last", "results.values", "constructor", "0"),
      fc.string().filter((key) => key !== "__proto__"),
    )
    fc.assert(
      fc.property(key, fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (at, updated) => {
        const under = Decoder.single({
          envelope: Field.struct({ request_id: Field.optional(Schema.String) }),
          value: Field.struct({ updated: Field.required(Field.Int64, "u") }),
          at,
        })
        const document = (value: string) => bytes(`{"request_id":"r1","x":1,${JSON.stringify(at)}:${value}}`)
        assert.deepStrictEqual(right(under(document(`{"u":${updated}}`))).rows.value, { updated })
        for (const [refused, path] of [
          [document("null"), [at]],
          [bytes(`{"request_id":"r1"}`), [at]],
          [document(`{"u":true}`), [at, "u"]],
        ] as const) {
          const fault = refusal(under(refused))
          assert(fault._tag === "Refused")
          assert.strictEqual(fault.path, refusedAt(path))
        }
      }),
      { seed: 20_250_220, numRuns: runs(200) },
    )
  })
})
