import * as Field from "@candela/core/declare/Field"
import * as Param from "@candela/core/declare/Param"
import { Schema } from "effect"
import { describe, expect, test } from "tstyche"

const fields = { price: Field.required(Schema.Number, "p"), size: Field.optional(Schema.Number) }

describe("the names of fields", () => {
  test("are known to the compiler, as the columns that a request sorts by", () => {
    expect(Field.names(fields)).type.toBe<ReadonlyArray<"price" | "size">>()
    expect(Field.names(fields, "size")).type.toBe<ReadonlyArray<"price">>()
    Param.sort({ columns: Field.names(fields), default: ["size", "desc"] })
    // @ts-expect-error Type '"size"' is not assignable to type '"price"'
    Param.sort({ columns: Field.names(fields, "size"), default: ["size", "desc"] })
    // @ts-expect-error Argument of type '"volume"' is not assignable to parameter of type '"price" | "size"'
    Field.names(fields, "volume")
  })
})

describe("the schema of a row", () => {
  test("is that of a struct of its fields", () => {
    interface Row extends Field.Row<typeof fields> {}
    const row: Field.SchemaOf<Row, typeof fields> = Field.struct(fields)
    expect<typeof row.Type>().type.toBe<Row>()
    expect<(typeof row.Encoded)["p"]>().type.toBe<number>()
    expect<(typeof row.Encoded)["size"]>().type.toBe<number | null | undefined>()
    expect(Schema.Struct({})).type.not.toBeAssignableTo<Field.SchemaOf<Row, typeof fields>>()
  })
})
