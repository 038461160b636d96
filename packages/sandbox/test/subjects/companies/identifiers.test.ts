import { checkDigit, cik, cusip, figi } from "@candela/sandbox/subjects/companies/identifiers"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"

describe("identifiers", () => {
  it("end with the check digit of those in use", () => {
    for (const code of ["BBG000B9XRY4", "BBG000BLNQ16", "BBG001S5N8V8", "037833100", "459200101", "17275R102"]) {
      assert.strictEqual(String(checkDigit(code.slice(0, -1))), code.at(-1), code)
    }
  })

  it("are well formed whatever they are of, follow from it alone, and are none of those in use", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 9 }), (text, issue) => {
        assert.match(cik(text), /^0009\d{6}$/)
        assert.match(cusip(text, issue), /^99[0-9A-HJ-NP-Z]{4}\d0\d$/)
        assert.match(figi(text), /^BBG9[0-9B-DF-HJ-NP-TV-Z]{7}\d$/)
        for (const code of [cusip(text, issue), figi(text)]) {
          assert.strictEqual(String(checkDigit(code.slice(0, -1))), code.at(-1))
        }
        assert.deepStrictEqual([cik(text), cusip(text, issue), figi(text)], [cik(text), cusip(text, issue), figi(text)])
      }),
    )
  })

  it("of the shares of one company have the same issuer", () => {
    assert.strictEqual(cusip("BRK", 1).slice(0, 6), cusip("BRK", 2).slice(0, 6))
    assert.notStrictEqual(cusip("BRK", 1), cusip("BRK", 2))
  })
})
