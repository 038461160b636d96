import * as Field from "@candela/core/declare/Field"
import * as Param from "@candela/core/declare/Param"
import { assert, it } from "@effect/vitest"
import { Option, Schema, SchemaAST as AST } from "effect"
import { lazySchema } from "../src/internal/lazySchema.js"

it("builds a schema on its first use, and once", () => {
  let built = 0
  const schema = lazySchema(() => {
    built += 1
    return Schema.NumberFromString
  })
  assert.isTrue(Schema.isSchema(schema))
  assert.strictEqual(built, 0)
  assert.strictEqual(Schema.decodeSync(schema)("1"), 1)
  assert.strictEqual(Schema.encodeSync(schema.pipe(Schema.compose(Schema.Positive)))(2), "2")
  assert.strictEqual(Schema.decodeUnknownSync(Schema.Array(schema))(["1", "2"])[1], 2)
  const named = AST.getIdentifierAnnotation(schema.annotations({ identifier: "Count" }).ast)
  assert.isTrue(Option.contains(named, "Count"))
  assert.strictEqual(built, 1)
  assert.strictEqual(lazySchema(() => Schema.String).ast, Schema.String.ast)
})

it("declares rows and lists of parameters without building their schemas", () => {
  const unread = {
    get never(): never {
      throw new Error("read")
    },
  }
  assert.isTrue(Schema.isSchema(Field.struct(unread)))
  assert.throws(() => Field.struct(unread).ast, "read")
  const item: typeof Param.String = Object.defineProperty({ ...Param.String }, "wire", {
    get: () => assert.fail("read"),
  })
  assert.strictEqual(Param.list(item).kind._tag, "List")
})
