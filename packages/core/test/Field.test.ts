import * as Field from "@candela/core/Field"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"

const fields = {
  price: Field.required(Schema.Number, "p"),
  size: Field.optional(Schema.Number),
  conditions: Field.optional(Schema.Array(Schema.Number)),
}

describe("names", () => {
  it("are those of the row in the order of the fields, not those of the wire", () => {
    assert.deepStrictEqual(Field.names(fields), ["price", "size", "conditions"])
    assert.deepStrictEqual(Field.names(fields, "conditions"), ["price", "size"])
    assert.deepStrictEqual(Field.names(fields, "price", "size", "conditions"), [])
  })
})
