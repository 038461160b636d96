import { Company } from "@candela/reference/Company"
import { assert, describe, it } from "@effect/vitest"
import { Either, Schema } from "effect"

const decode = Schema.decodeUnknownEither(Company)

/** The fields of the specification's record; the others are strings. */
const text =
  "ceo cik country description exchange exchangeSymbol figi hq_address hq_country hq_state industry lei listdate logo name phone sector symbol type updated url vendor_guid"
const kinds = { active: true, employees: 164_000, marketcap: 2.9e12, sic: 3571, similar: ["MSFT"], tags: ["Phones"] }

const whole: Company = { ...Object.fromEntries(text.split(" ").map((name) => [name, `a ${name}`])), ...kinds }

describe("the record of a company", () => {
  it("has every field of the specification, and no other", () => {
    assert.deepStrictEqual(decode({ ...whole, unknown: 1 }), Either.right(whole))
    assert.strictEqual(Object.keys(whole).length, 28)
  })

  it("may lack any field, or have a null in its place", () => {
    assert.deepStrictEqual(decode({}), Either.right({}))
    assert.deepStrictEqual(decode(Object.fromEntries(Object.keys(whole).map((name) => [name, null]))), Either.right({}))
  })

  it("is refused where a field has another type", () => {
    for (const [name, value] of Object.entries(whole)) {
      const other = typeof value === "string" ? 1 : "text"
      assert.isTrue(Either.isLeft(decode({ ...whole, [name]: other })), name)
    }
  })
})
