import * as Field from "@candela/core/declare/Field"
import * as Table from "@candela/sandbox/store/Table"
import { Schema } from "effect"
import { describe, test } from "tstyche"

const row = Field.struct({ id: Field.required(Schema.String), declared: Field.required(Schema.String) })
const hidden = { published: "VARCHAR" } as const

describe("a table", () => {
  test("has the day of publication in a column of its own, hidden or not", () => {
    Table.of("rows", { row, key: ["id"], visible: "declared" })
    Table.of("rows", { row, hidden, key: ["id"], visible: "published" })
    // @ts-expect-error Type '"published"' is not assignable to type
    Table.of("rows", { row, key: ["id"], visible: "published" })
    // @ts-expect-error Type '"day"' is not assignable to type
    Table.of("rows", { row, hidden, key: ["id", "day"] })
  })
})
