import * as Field from "@candela/core/declare/Field"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as Structure from "@candela/core/internal/Structure"
import { checkOf } from "../../src/internal/decoder/check.js"
import { scannedFieldsOf } from "../../src/internal/decoder/columnBuffers.js"
import * as Rows from "./rows.js"

const check = (schema: Schema.Schema.AnyNoContext) => checkOf(Structure.of(schema.ast))
const scanned = (schema: Schema.Schema.AnyNoContext) => scannedFieldsOf(Structure.of(schema.ast))

describe("rows of fields", () => {
  it("are checked without their schema, nested or not", () => {
    for (const { name, row } of Rows.all) assert.strictEqual(check(row) === undefined, name === "Inexpressible", name)
  })

  it("are scanned where every value is a number, an integer, a boolean, a string, an identifier or a list of numbers", () => {
    assert.deepStrictEqual(
      Rows.all.filter(({ row }) => scanned(row) !== undefined).map(({ name }) => name),
      ["Bar", "Quote", "Dividend", "DailySummary", "Wide", "Figures"],
    )
    assert.strictEqual(scanned(Rows.Wide)?.length, 38)
    assert.deepStrictEqual(
      scanned(Rows.Bar)?.map(({ kind, name, optional, wire }) => [wire, name, kind, optional]),
      [
        ["v", "volume", "number", false],
        ["vw", "vwap", "number", true],
        ["o", "open", "number", false],
        ["c", "close", "number", false],
        ["h", "high", "number", false],
        ["l", "low", "number", false],
        ["t", "timestamp", "number", false],
        ["n", "transactions", "number", true],
        ["otc", "otc", "boolean", true],
      ],
    )
  })

  it("are scanned with lists of numbers alone that bring their reader, and otherwise parsed and checked", () => {
    const one = (schema: Schema.Schema.AnyNoContext) => Field.struct({ a: Field.required(schema) })
    const positive = Schema.Number.pipe(Schema.positive())
    assert.isDefined(scanned(one(Field.numbers(positive)))?.[0]?.read)
    for (const row of [Schema.Array(positive), Field.numbers(Schema.Union(Schema.Literal(1), Schema.Number))].map(
      one,
    )) {
      assert.isUndefined(scanned(row))
    }
    assert.isDefined(check(one(Schema.Array(positive))))
    assert.deepStrictEqual(
      Schema.decodeUnknownSync(one(Field.numbers(positive)))({ a: [1] }),
      Schema.decodeUnknownSync(one(Schema.Array(positive)))({ a: [1] }),
    )
  })

  it("are left to their schema where it says more than their fields", () => {
    const one = (schema: Schema.Schema.AnyNoContext) => Field.struct({ a: Field.required(schema, "b") })
    const fields = { a: Field.required(Schema.Number) }
    const strict = { parseOptions: { onExcessProperty: "error" } } as const
    assert.isDefined(check(one(Schema.Number)))
    assert.isDefined(scanned(one(Schema.Number)))
    const others: Record<string, Schema.Schema.AnyNoContext> = {
      "a transformation": one(Schema.NumberFromString),
      "a class": class A extends Schema.Class<A>("A")({ a: Schema.Number }) {},
      "a struct without fields": Schema.Struct({ a: Schema.Number }),
      "such a struct within": one(Schema.Struct({ a: Schema.Number })),
      "an informational field": Field.struct({ a: Field.lenient(Schema.Number) }),
      "several forms": Field.forms(fields, Field.struct(fields), { decode: (a) => a, encode: (a) => a }),
      options: Field.struct(fields).annotations(strict),
      "options below a filter": Field.struct(fields)
        .annotations(strict)
        .pipe(Schema.filter(() => true)),
      "options within a field": one(Field.struct(fields).annotations(strict)),
      "a name that is another field's key": Field.struct({
        close: Field.required(Schema.Number, "c"),
        last: Field.required(Schema.Number, "close"),
      }),
      "no fields": Field.struct({}),
      "a union": one(Schema.Union(Schema.String, Schema.Number)),
      "a tuple": one(Schema.Tuple(Schema.Number)),
      "an object with any keys": one(Schema.Record({ key: Schema.String, value: Schema.Number })),
      "a field that may be undefined": one(Schema.UndefinedOr(Schema.Number)),
      "the type side of a row": Schema.typeSchema(Field.struct({ day: Field.required(Rows.Bar) })),
    }
    for (const [name, schema] of Object.entries(others)) {
      assert.isUndefined(check(schema), name)
      assert.isUndefined(scanned(schema), name)
    }
  })
})
