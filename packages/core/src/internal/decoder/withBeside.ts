import { identity } from "effect/Function"
import * as Schema from "effect/Schema"
import * as Field from "../../declare/Field.js"
import * as Structure from "../Structure.js"
import { Mark } from "../json/mark.js"

/**
 * Returns a schema that decodes a document to its envelope, with the fields of the object under
 * `holder` merged into it. Not for encoding.
 *
 * `beside` is the schema of that object. An object that is absent or `null` has no fields.
 */
export const withBeside = (
  envelope: Schema.Schema.AnyNoContext,
  beside: Schema.Schema.AnyNoContext,
  holder: string,
): Schema.Schema.AnyNoContext => {
  const record = { ...Structure.recordOf(envelope.ast), [holder]: Field.optional(beside) }
  return Schema.transform(
    Schema.extend(envelope, Schema.Struct({ [holder]: Schema.optional(Schema.NullOr(beside)) })),
    Schema.Any,
    { decode: ({ [holder]: fields, ...others }) => ({ ...others, ...fields }), encode: identity },
  ).annotations({ [Mark]: { _tag: "Struct", record } })
}
