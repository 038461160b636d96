/** Schema of the numbers that JSON has. */
import * as Schema from "effect/Schema"
import { Mark } from "./mark.js"

/** Schema of finite numbers with a unit, if they have one. */
export const finite = (unit?: string): Schema.Schema<number> =>
  Schema.Number.pipe(
    // protects: A count beyond the range of a double is absent, not infinite.
    // mutant: "counts beyond a double are absent, not infinite": Number.isFinite → () => true
    Schema.filter(Number.isFinite, {
      schemaId: Schema.FiniteSchemaId,
      jsonSchema: { type: "number" },
      [Mark]: { _tag: "Number", unit },
    }),
  )
