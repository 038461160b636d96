import * as Field from "@candela/core/Field"
import { assert, describe, it } from "@effect/vitest"
import { identity, Schema } from "effect"
import { layoutOf } from "../../src/internal/decoder/layout.js"
import { scannedFieldsOf } from "../../src/internal/decoder/columnBuffers.js"
import * as Rows from "./rows.js"

const layout = (schema: Schema.Schema.AnyNoContext) => layoutOf(schema.ast)

describe("layouts", () => {
  it("tell a field's key on the wire, its name, and whether it may be missing", () => {
    assert.deepStrictEqual(
      layout(Rows.Bar)?.fields.map(({ name, nullIsAbsent, optional, value, wire }) => [
        wire,
        name,
        value._tag,
        optional,
        nullIsAbsent,
      ]),
      [
        ["v", "volume", "number", false, false],
        ["vw", "vwap", "number", true, true],
        ["o", "open", "number", false, false],
        ["c", "close", "number", false, false],
        ["h", "high", "number", false, false],
        ["l", "low", "number", false, false],
        ["t", "timestamp", "number", false, false],
        ["n", "transactions", "number", true, true],
        ["otc", "otc", "boolean", true, true],
      ],
    )
  })

  it("exist for every row of fields, nested or not", () => {
    for (const { name, row } of Rows.all) assert.strictEqual(layout(row) === undefined, name === "Inexpressible", name)
    assert.strictEqual(layout(Rows.Wide)?.fields.length, 38)
  })

  it("are scanned where every value is a number, an integer, a boolean or a string", () => {
    const scanned = Rows.all.filter(({ row }) => {
      const found = layout(row)
      return found !== undefined && scannedFieldsOf(found) !== undefined
    })
    assert.deepStrictEqual(
      scanned.map(({ name }) => name),
      ["Bar", "Quote", "DailySummary", "Wide", "Figures"],
    )
  })

  it("do not exist where a schema says more than a layout can", () => {
    const one = Schema.Struct({ a: Field.required(Schema.Number, "b") })
    assert.isDefined(layout(one))
    const others: Record<string, Schema.Schema.AnyNoContext> = {
      "a transformation": Schema.Struct({ a: Schema.NumberFromString }),
      "a class": class A extends Schema.Class<A>("A")({ a: Schema.Number }) {},
      "an index signature": Schema.Struct({ a: Schema.Number }, { key: Schema.String, value: Schema.Number }),
      "a default": Schema.Struct({ a: Schema.optionalWith(Schema.Number, { default: () => 1 }) }),
      "an absent field made of a value": Schema.Struct({
        a: Schema.optionalToOptional(Schema.String, Schema.String, {
          decode: (value) => value,
          encode: (value) => value,
        }),
      }),
      "a type of its own behind a field": Schema.Struct({
        a: Schema.optionalToOptional(Schema.Number, Schema.Int, { decode: identity, encode: identity }),
      }),
      "options within": Schema.Struct({ a: Schema.Number }).annotations({
        parseOptions: { onExcessProperty: "error" },
      }),
      "options within a field": Schema.Struct({
        a: Schema.optionalWith(
          Schema.NullOr(Schema.Struct({ b: Schema.Number })).annotations({
            parseOptions: { onExcessProperty: "error" },
          }),
          { exact: true },
        ),
      }),
      "a name of every object": Schema.Struct({ constructor: Schema.Number }),
      "a name that is another field's key": Schema.Struct({
        close: Field.required(Schema.Number, "c"),
        last: Field.required(Schema.Number, "close"),
      }),
      "no fields": Schema.Struct({}),
      "a union": Schema.Struct({ a: Schema.Union(Schema.String, Schema.Number) }),
      "a tuple": Schema.Struct({ a: Schema.Tuple(Schema.Number) }),
      "a field that may be undefined": Schema.Struct({ a: Schema.UndefinedOr(Schema.Number) }),
      "no struct": Schema.Array(Schema.Number),
    }
    for (const [name, schema] of Object.entries(others)) assert.isUndefined(layout(schema), name)
  })
})
