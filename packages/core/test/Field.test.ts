import * as Decoder from "@candela/core/declare/Decoder"
import * as Envelope from "@candela/core/declare/Envelope"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import { assert, describe, it } from "@effect/vitest"
import { Either, Schema } from "effect"

const fields = {
  price: Field.required(Schema.Number, "p"),
  size: Field.optional(Schema.Number),
  conditions: Field.optional(Schema.Array(Schema.Number)),
}

describe("an identifier", () => {
  const read = (id: string) =>
    Decoder.list({ envelope: Envelope.List, row: Field.struct({ id: Field.required(Field.Id) }), at: "results" }).rows(
      new TextEncoder().encode(`{"results":[{"id":"a"},{"id":${id}}]}`),
    )

  it("is text, also where the service sends a number, with all digits of one that no double holds", () => {
    for (const [sent, text] of [
      ['"71675577320245"', "71675577320245"],
      ["0", "0"],
      ["464193358", "464193358"],
      ["1.0", "1"],
      ["9007199254740993001", "9007199254740993001"],
      [" -9007199254740993", "-9007199254740993"],
      ["1e21", "1e+21"],
    ] as const) {
      assert.deepStrictEqual(Either.getOrThrow(read(sent)).rows, [{ id: "a" }, { id: text }])
    }
    for (const sent of ["true", "{}", "null", "[1]"]) assert.isTrue(Either.isLeft(read(sent)), sent)
  })

  it("keeps its digits wherever they stand in the document", () => {
    for (let space = 0; space < 40; space++) {
      const rows = Either.getOrThrow(read(`${" ".repeat(space)}9007199254740993`)).rows
      assert.deepStrictEqual(rows, [{ id: "a" }, { id: "9007199254740993" }])
    }
  })
})

describe("a record of fields", () => {
  it("has no names or keys twice, and none that every object has", () => {
    const number = Field.required(Schema.Number)
    for (const fields of [
      { constructor: number },
      { a: Field.optional(Schema.Number, "valueOf") },
      { a: number, b: Field.required(Schema.Number, "a") },
    ])
      assert.throws(() => Field.struct(fields as Field.Fields).ast)
  })

  it("has finite numbers and 64-bit integers, also when it is encoded", () => {
    const Row = Field.struct({
      price: Field.required(Unit.Dollars),
      size: Field.optional(Field.Number),
      at: Field.required(Unit.EpochNanos),
    })
    const encode = Schema.encodeUnknownEither(Row)
    const row = { price: 1.5, size: 2, at: 2n ** 63n - 1n }
    assert.isTrue(Either.isRight(encode(row)))
    const wrong = [
      { price: NaN },
      { price: Infinity },
      { size: -Infinity },
      { at: 2n ** 63n },
      { at: -(2n ** 63n) - 1n },
    ]
    for (const field of wrong) {
      assert.isTrue(Either.isLeft(encode({ ...row, ...field })))
      assert.isFalse(Schema.is(Row)({ ...row, ...field }))
    }
  })
})

describe("names", () => {
  it("are those of the row in the order of the fields, not those of the wire", () => {
    assert.deepStrictEqual(Field.names(fields), ["price", "size", "conditions"])
    assert.deepStrictEqual(Field.names(fields, "conditions"), ["price", "size"])
    assert.deepStrictEqual(Field.names(fields, "price", "size", "conditions"), [])
  })
})
