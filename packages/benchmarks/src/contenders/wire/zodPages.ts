/** Pages of each kind as zod schemas: those that a user would write by hand. */
import { z } from "zod"
import { mapValues, pages, type Value, type WirePage } from "./keys.js"

const values: Readonly<Record<Value, z.ZodType>> = {
  string: z.string(),
  number: z.number(),
  boolean: z.boolean(),
  "string?": z.string().optional(),
  "number?": z.number().optional(),
  "numbers?": z.array(z.number()).optional(),
}

export const zodPages = mapValues(pages, ({ envelope, row }) => {
  const rows = z.array(z.object(mapValues(row, (value) => values[value])))
  const fields = mapValues(envelope, (value) => values[value])
  return z.object({ ...fields, results: rows.optional() }) as unknown as z.ZodType<WirePage>
})
