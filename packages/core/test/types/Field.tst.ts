import * as Field from "@candela/core/Field"
import * as Param from "@candela/core/Param"
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
