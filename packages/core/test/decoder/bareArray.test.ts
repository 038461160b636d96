/** Documents that are the array of rows themselves: nothing stands around the rows. */
import * as Decoder from "@candela/core/declare/Decoder"
import * as Envelope from "@candela/core/declare/Envelope"
import * as Field from "@candela/core/declare/Field"
import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck, Schema } from "effect"
import { runs } from "@candela/support/seeded"

const fields = { n: Field.required(Schema.Number), m: Field.optional(Schema.Number) }
const named = { name: Field.required(Schema.String), n: Field.optional(Schema.Number) }

const bytes = (text: string) => new TextEncoder().encode(text)

const decoders = {
  "of numbers": Decoder.list({ envelope: Envelope.List, row: Field.struct(fields), at: "" }),
  "of numbers in a history": Decoder.history({ envelope: Envelope.List, row: Field.struct(fields), at: "" }),
}

const textual = Decoder.list({ envelope: Envelope.List, row: Field.struct(named), at: "" })

describe("a document that is an array", () => {
  for (const [name, decoder] of Object.entries(decoders)) {
    for (const [form, one] of [
      ["generated code", decoder],
      ["no generated code", decoder.withoutCodeGeneration],
    ] as const) {
      it(`${name}, read with ${form}, gives its rows in every form, and no envelope`, () => {
        one.prepare()
        const row = FastCheck.record(
          { n: FastCheck.double({ noNaN: true, noDefaultInfinity: true }), m: FastCheck.integer() },
          { requiredKeys: ["n"] },
        )
        FastCheck.assert(
          FastCheck.property(FastCheck.array(row, { maxLength: 200 }), (rows) => {
            const document = bytes(`\n ${JSON.stringify(rows)} `)
            const expected = JSON.parse(JSON.stringify(rows)) as typeof rows
            const { envelope, rows: found } = Either.getOrThrow(one.rows(document))
            assert.deepStrictEqual(envelope, {})
            assert.deepStrictEqual(found, expected)
            const lazy = Either.getOrThrow(one.lazyRows(document)).rows
            assert.deepStrictEqual(lazy.slice(0, lazy.length), expected)
            const columns = Either.getOrThrow(one.columns(document)).rows
            assert.deepStrictEqual(columns.toRows(), expected)
            assert.isUndefined(one.nextUrl(document))
          }),
          { numRuns: runs(50), seed: 1 },
        )
      })
    }
  }

  it("of texts gives its rows; a field that is null is absent", () => {
    const document = bytes('[{"name":"a","n":null},{"n":1,"name":"b","unknown":{}}]')
    assert.deepStrictEqual(Either.getOrThrow(textual.rows(document)).rows, [{ name: "a" }, { name: "b", n: 1 }])
  })

  it("says by its index which row is refused, or skips it", () => {
    const document = bytes('[{"name":"a"},{"name":7}]')
    const refusal = Either.getOrThrow(Either.flip(textual.rows(document)))
    assert.include(refusal, { _tag: "Refused", path: "[1].name", row: 1, actual: "7" })
    const { invalid, rows } = Either.getOrThrow(textual.rows(document, true))
    assert.deepStrictEqual(rows, [{ name: "a" }])
    assert.deepStrictEqual(
      invalid?.map(({ path }) => path),
      ["[1].name"],
    )
  })

  it("is refused where it is no array, and cut where it is not whole", () => {
    const refused = Either.getOrThrow(Either.flip(textual.rows(bytes('{"results":[]}'))))
    assert.include(refused, { _tag: "Refused", path: "", expected: "an array", actual: "an object" })
    for (const text of ["", "[", '[{"name":"a"}', '[{"name":"a"},'])
      assert.include(Either.getOrThrow(Either.flip(textual.rows(bytes(text)))), { _tag: "Truncated" })
  })
})
