/** Pages of each kind as Effect schemas: those that a user would write by hand. */
import { Schema } from "effect"
import { mapValues, pages, type Value, type WirePage } from "./keys.js"

const values: Readonly<Record<Value, Schema.Struct.Field>> = {
  string: Schema.String,
  number: Schema.Number,
  boolean: Schema.Boolean,
  "string?": Schema.optional(Schema.String),
  "number?": Schema.optional(Schema.Number),
  "numbers?": Schema.optional(Schema.Array(Schema.Number)),
}

export const schemaPages = mapValues(pages, ({ envelope, row }) => {
  const rows = Schema.Array(Schema.Struct(mapValues(row, (value) => values[value])))
  const fields = mapValues(envelope, (value) => values[value])
  return Schema.Struct({ ...fields, results: Schema.optional(rows) }) as unknown as Schema.Schema<WirePage>
})
