import * as Field from "@candela/core/Field"
import * as Unit from "@candela/core/Unit"
import { assert, describe, it } from "@effect/vitest"
import { Predicate, Schema, SchemaAST as AST } from "effect"

const schemas = Object.entries(Unit).flatMap(([name, value]) =>
  Schema.isSchema(value) ? [{ name, schema: value }] : [],
)

/** The unit of a field, read from the struct that holds it. */
const inStruct = (field: Schema.PropertySignature.All) => {
  const { ast } = Schema.Struct({ field })
  const signatures = AST.isTransformation(ast) && AST.isTypeLiteral(ast.from) ? ast.from : ast
  assert(AST.isTypeLiteral(signatures))
  return Unit.of(signatures.propertySignatures[0]!.type)
}

describe("a unit", () => {
  it("is that of one schema", () => {
    const units = schemas.map(({ schema }) => Unit.of(schema.ast))
    assert.isAbove(units.length, 15)
    assert.notInclude(units, undefined)
    assert.strictEqual(new Set(units).size, units.length)
    assert.strictEqual(Unit.of(Unit.EpochNanos.ast), "epoch nanoseconds")
  })

  it("is that of a field, required, optional, lenient or under another key on the wire", () => {
    for (const { name, schema } of schemas) {
      const own = schema as Schema.Schema<number>
      const unit = Unit.of(own.ast)
      const fields = [Field.required(own), Field.required(own, "k"), Field.optional(own), Field.optional(own, "k")]
      assert.deepStrictEqual(
        fields.map(inStruct),
        fields.map(() => unit),
        name,
      )
    }
    assert.strictEqual(inStruct(Field.lenient(Unit.Count)), "count")
  })

  it("is that of an array's items, and of a narrower schema", () => {
    assert.strictEqual(Unit.of(Schema.Array(Unit.Code).ast), "code")
    assert.strictEqual(inStruct(Field.optional(Schema.Array(Unit.Code), "c")), "code")
    assert.strictEqual(Unit.of(Unit.Dollars.pipe(Schema.positive()).ast), "dollars")
  })

  it("is absent where nothing says it", () => {
    for (const { ast } of [Schema.Number, Schema.String, Field.Int64, Schema.Array(Schema.Number), Schema.Struct({})]) {
      assert.isUndefined(Unit.of(ast))
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
