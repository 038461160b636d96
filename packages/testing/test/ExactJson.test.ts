import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import * as ExactJson from "@candela/testing/ExactJson"

const keys = fc.stringMatching(/^[a-z]{1,5}$/)
const texts = fc.oneof(fc.string(), fc.constantFrom('":1234567890123456789,', "1234567890123456789", "\\"))
/** Those of 16 digits and more are read as `bigint`. */
const integers = fc.bigInt({ min: 10n ** 15n, max: 2n ** 63n }).map((nanos) => (nanos % 2n === 0n ? nanos : -nanos))

const values = fc.letrec<{ readonly json: ExactJson.Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    texts,
    integers,
    fc.boolean(),
    fc.constant(null),
    fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((n) => (Object.is(n, -0) ? 0 : n)),
    fc.array(tie("json"), { maxLength: 4 }),
    fc.dictionary(keys, tie("json"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).json

describe("exact JSON", () => {
  it("is read as it was written, whole numbers to the last digit", () => {
    fc.assert(
      fc.property(values, (value) => assert.deepStrictEqual(ExactJson.parseValues(ExactJson.stringify(value)), value)),
    )
  })

  it("is what JSON.stringify writes where no number is that large", () => {
    const value = { rows: [{ price: 1.5, name: 'a "b"' }], count: 2, none: null }
    assert.strictEqual(ExactJson.stringify(value, 2), JSON.stringify(value, null, 2))
    assert.deepStrictEqual(ExactJson.parseValues(JSON.stringify(value)), value)
  })

  it("leaves digits within a text, after a point and in an exponent alone", () => {
    assert.deepStrictEqual(
      ExactJson.parseValues('["a:1234567890123456789,", 0.12345678901234567890, 1234567890123456789.5, 1e3]'),
      ["a:1234567890123456789,", 0.12345678901234568, 1234567890123456800, 1000],
    )
  })

  it("keeps the digits of every number, and is no JSON where a number is none", () => {
    const text = '{"price":1.50,"size":-0,"mass":1E+2,"at":1234567890123456789,"text":"1.50"}'
    assert.strictEqual(ExactJson.stringify(ExactJson.parse(text)), text)
    assert.isUndefined(ExactJson.parse('{"price":01}'))
    assert.isUndefined(ExactJson.parseValues("{"))
  })
})
