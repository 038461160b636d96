import * as FileSchema from "@candela/files/FileSchema"
import * as Field from "@candela/core/declare/Field"
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Unit from "@candela/core/declare/Unit"
import { Forex } from "@candela/forex/Forex"
import { Stocks } from "@candela/stocks/Stocks"
import * as Arbitraries from "@candela/testing/Arbitraries"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck, Schema } from "effect"
import * as Arrays from "../src/internal/arrays.js"
import * as Record from "../src/internal/record.js"
import { endpoints, seeded } from "./support/endpoints.js"

/** Columns, and those within structs and lists of structs, under their paths. */
const flat = (
  columns: ReadonlyArray<FileSchema.Column>,
  prefix = "",
): ReadonlyArray<readonly [string, FileSchema.Column]> =>
  columns.flatMap((column) => {
    const path = prefix + column.name
    const inner = column.type._tag === "List" ? column.type.item : column.type
    return [[path, column] as const, ...(inner._tag === "Struct" ? flat(inner.columns, `${path}.`) : [])]
  })

/** The type of a column's values; of the items, in a list. */
const itemOf = ({ type }: FileSchema.Column): FileSchema.Type => (type._tag === "List" ? type.item : type)

const date = /^\d{4}-\d\d-\d\d$/

/** Whether a value is one of a type. */
const isOf = (type: FileSchema.Type, value: unknown): boolean => {
  switch (type._tag) {
    case "Number":
      return typeof value === "number"
    case "Integer":
      return Number.isInteger(value)
    case "Int64":
      return typeof value === "bigint"
    case "Timestamp":
      return type.unit === "nanoseconds" ? typeof value === "bigint" : Number.isInteger(value)
    case "Boolean":
      return typeof value === "boolean"
    case "Text":
    case "Word":
      return typeof value === "string"
    case "Date":
      return typeof value === "string" && date.test(value)
    case "List":
      return Array.isArray(value) && value.every((item) => isOf(type.item, item))
    case "Struct":
      return isRecordOf(type.columns, value as object)
    case "Json":
      return true
  }
}

const isRecordOf = (columns: ReadonlyArray<FileSchema.Column>, value: object): boolean =>
  columns.every(({ name, optional, type }) =>
    Object.hasOwn(value, name) ? isOf(type, (value as Record<string, unknown>)[name]) : optional,
  ) && Object.keys(value).every((key) => columns.some(({ name }) => name === key))

/** Values by names that the service chooses: items of a statement, parts of a fund. */
const ofAnyNames = /^financials\.(balance_sheet|cash_flow_statement|comprehensive_income|income_statement)$|_exposure$/

describe("the columns of a file", () => {
  for (const endpoint of endpoints) {
    const schema = FileSchema.of(endpoint)

    it(`of ${endpoint.name} have a type by their unit, and none is left as JSON whose names are declared`, () => {
      assert.isNotEmpty(schema)
      for (const [path, column] of flat(schema)) {
        const { _tag } = itemOf(column)
        const { unit } = column
        assert.strictEqual(_tag === "Json", ofAnyNames.test(path), path)
        assert.strictEqual(_tag === "Timestamp", unit === "epoch milliseconds" || unit === "epoch nanoseconds", path)
        assert.strictEqual(_tag === "Date", unit === "date", path)
        if (unit === "count" || unit === "ordinal" || unit === "code") assert.strictEqual(_tag, "Integer", path)
        if (_tag === "Number") assert.isDefined(unit, path)
        // A text of a date and time, and a settlement that is a date or an instant, have no type in common with dates.
        if (unit !== "date-time" && unit !== "identifier" && /timestamp|_date$|^date$/.test(column.name))
          assert.include(["Timestamp", "Date"], _tag, path)
      }
    })

    it(`of ${endpoint.name} hold its rows`, () => {
      const record = Record.of(endpoint)
      FastCheck.assert(
        FastCheck.property(Arbitraries.row(endpoint), (row) => {
          const [inFile] = record.fromRows([row]).toRows()
          assert.isTrue(isRecordOf(schema, inFile as object))
          assert.deepStrictEqual(record.toRows(record.fromRows([row])), [row])
        }),
        seeded(40),
      )
    })

    it(`of ${endpoint.name} have the arrays of columns`, () => {
      const { columns, present } = Arrays.of(Record.of(endpoint).fromRows([]))
      assert.deepStrictEqual(
        schema.map(({ name }) => name),
        Object.keys(columns),
      )
      const arrayOf = ({ _tag, ...type }: FileSchema.Type) =>
        _tag === "Number" || _tag === "Integer"
          ? Float64Array
          : _tag === "Timestamp"
            ? "unit" in type && type.unit === "nanoseconds"
              ? BigInt64Array
              : Float64Array
            : _tag === "Boolean"
              ? Uint8Array
              : Array
      for (const { name, optional, type } of schema) {
        assert.strictEqual(columns[name]!.constructor, arrayOf(type), name)
        assert.strictEqual(Object.hasOwn(present, name), optional, name)
      }
    })
  }

  it("are those of the row, by name, type, presence and unit", () => {
    assert.deepStrictEqual(FileSchema.of(Stocks.endpoints.bars).slice(-3), [
      {
        name: "timestamp",
        type: { _tag: "Timestamp", unit: "milliseconds" },
        optional: false,
        unit: "epoch milliseconds",
      },
      { name: "transactions", type: { _tag: "Integer" }, optional: true, unit: "count" },
      { name: "otc", type: { _tag: "Boolean" }, optional: true, unit: undefined },
    ])
    assert.deepStrictEqual(FileSchema.of(Forex.endpoints.quotes).at(-1), {
      name: "participant_timestamp",
      type: { _tag: "Timestamp", unit: "nanoseconds" },
      optional: false,
      unit: "epoch nanoseconds",
    })
  })

  it("follow from any declaration", () => {
    const row = Field.struct({
      exact: Field.required(Field.Int64, "e"),
      word: Field.optional(Field.openEnum("a", "b")),
      literal: Field.required(Schema.Literal("x")),
      one: Field.required(Schema.Literal(1)),
      yes: Field.required(Schema.Literal(true)),
      either: Field.required(Schema.Union(Schema.String, Schema.Number)),
      map: Field.optional(Schema.Record({ key: Schema.String, value: Schema.Number })),
      nullable: Field.required(Schema.NullOr(Schema.Number)),
      days: Field.optional(Schema.Array(Unit.Date)),
      nested: Field.optional(Schema.Array(Field.struct({ at: Field.optional(Unit.EpochNanos) }))),
    })
    const tags = FileSchema.of(Endpoint.list({ path: "/all", params: {}, row })).map(
      ({ name, optional, type }) => `${name}${optional ? "?" : ""} ${type._tag}`,
    )
    assert.deepStrictEqual(tags, [
      "exact Int64",
      "word? Word",
      "literal Word",
      "one Number",
      "yes Boolean",
      "either Json",
      "map? Json",
      "nullable Json",
      "days? List",
      "nested? List",
    ])
  })
})
