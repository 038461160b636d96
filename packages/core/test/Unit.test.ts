import * as Field from "@candela/core/declare/Field"
import * as Structure from "@candela/core/internal/Structure"
import * as Unit from "@candela/core/declare/Unit"
import { assert, describe, it } from "@effect/vitest"
import { Predicate, Schema } from "effect"

const schemas = Object.entries(Unit).flatMap(([name, value]) =>
  Schema.isSchema(value) ? [{ name, schema: value }] : [],
)

const unitOf = ({ ast }: Schema.Schema.AnyNoContext) => Structure.of(ast).unit

/** The unit of a field, read from the row that holds it. */
const inRow = (field: Field.Any) => Structure.fields(Field.struct({ field }).ast)![0]!.unit

describe("a unit", () => {
  it("is that of one schema", () => {
    const units = schemas.map(({ schema }) => unitOf(schema))
    assert.isAbove(units.length, 15)
    assert.notInclude(units, undefined)
    assert.strictEqual(new Set(units).size, units.length)
    assert.strictEqual(unitOf(Unit.EpochNanos), "epoch nanoseconds")
  })

  it("is that of a field, required, optional, lenient or under another key on the wire", () => {
    for (const { name, schema } of schemas) {
      const own = schema as Schema.Schema<number>
      const unit = unitOf(own)
      const fields = [Field.required(own), Field.required(own, "k"), Field.optional(own), Field.optional(own, "k")]
      assert.deepStrictEqual(
        fields.map(inRow),
        fields.map(() => unit),
        name,
      )
    }
    assert.strictEqual(inRow(Field.lenient(Unit.Count)), "count")
  })

  it("is that of an array's items, and of a narrower schema", () => {
    assert.strictEqual(unitOf(Schema.Array(Unit.Code)), "code")
    assert.strictEqual(inRow(Field.optional(Schema.Array(Unit.Code), "c")), "code")
    assert.strictEqual(unitOf(Unit.Dollars.pipe(Schema.positive())), "dollars")
  })

  it("is absent where nothing says it", () => {
    for (const { ast } of [Schema.Number, Schema.String, Field.Int64, Schema.Array(Schema.Number), Schema.Struct({})]) {
      assert.isUndefined(Structure.of(ast).unit)
    }
  })

  it("changes no value", () => {
    for (const { name, schema } of schemas) {
      const own = schema as Schema.Schema<unknown>
      const value = [1.5, "2024-01-31", 5n].find(Schema.is(own))
      assert.isTrue(Predicate.isNotUndefined(value), name)
      assert.strictEqual(Schema.decodeUnknownSync(own)(Schema.encodeUnknownSync(own)(value)), value, name)
    }
  })
})
