/**
 * The JSON Schema of answers, from the row schemas of the declarations and the catalogue's texts.
 *
 * @module
 */
import type { Field } from "@candela/catalog/Field"
import * as Structure from "@candela/core/internal/Structure"
import type { Json } from "@candela/testing/ExactJson"
import * as Text from "./Text.js"

/** JSON Schema (draft 2020-12), as in OpenAPI 3.1. */
export type JsonSchema = { readonly [key: string]: Json | undefined }

/** Properties of an object, and the names of the required ones. */
export interface Members {
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required: ReadonlyArray<string>
}

/** Schema of an object. */
export const object = ({ properties, required }: Members): JsonSchema => ({
  type: "object",
  properties,
  ...(required.length === 0 ? {} : { required }),
})

/** Merges several members into those of one object. */
export const join = (...all: ReadonlyArray<Members>): Members => ({
  properties: Object.assign({}, ...all.map(({ properties }) => properties)) as Members["properties"],
  required: [...new Set(all.flatMap(({ required }) => required))],
})

/** Schema of a union, without duplicates. */
export const anyOf = (schemas: ReadonlyArray<JsonSchema>): JsonSchema => {
  const texts = schemas.map((schema) => JSON.stringify(schema))
  const [only, ...others] = schemas.filter((_, index) => texts.indexOf(texts[index]!) === index)
  return only !== undefined && others.length === 0 ? only : { anyOf: [only!, ...others] }
}

/** The texts of fields, by their paths (`session.close`). */
export type Texts = ReadonlyMap<string, string>

/** The texts of an endpoint's fields. */
export const textsOf = (fields: ReadonlyArray<Field>): Texts => new Map(fields.map(({ path, text }) => [path, text]))

const schemaOf = (type: Structure.Type, texts: Texts, path: string): JsonSchema => {
  switch (type._tag) {
    case "Number":
      return { type: "number" }
    case "Int64":
      return { type: "integer", format: "int64" }
    case "Boolean":
      return { type: "boolean" }
    case "Id":
      // Most ids are text; those of quotes of currencies are numbers.
      return { type: ["string", "integer"] }
    case "Text":
      return type.known.length === 0 ? { type: "string" } : { type: "string", examples: type.known }
    case "Literal":
      return { type: "string", const: String(type.value) }
    case "Struct":
      return object(structMembers(Structure.fieldsOf(type), texts, path))
    case "Map":
      return { type: "object", additionalProperties: schemaOf(type.value, texts, path) }
    case "List":
      return { type: "array", items: schemaOf(type.item, texts, path) }
    case "Union": {
      const types = type.types.map((one) => schemaOf(one, texts, path))
      return anyOf(type.nullable ? [...types, { type: "null" }] : types)
    }
    case "Other":
      throw new TypeError(`The document has no form for ${String(type.ast)}, at "${path}"`)
  }
}

/** The unit of a field: a format where OpenAPI has one, else an extension. */
const unitOf = ({ unit }: Structure.Field): JsonSchema =>
  unit === undefined ? {} : unit === "date" || unit === "date-time" ? { format: unit } : { "x-unit": unit }

const structMembers = (fields: ReadonlyArray<Structure.Field>, texts: Texts, path: string): Members => ({
  properties: Object.fromEntries(
    fields.map((field) => {
      const own = path + field.name
      const schema = schemaOf(Structure.ofField(field), texts, `${own}.`)
      return [field.wireKey, { ...schema, ...unitOf(field), description: Text.onTheWire(texts.get(own) ?? "") }]
    }),
  ),
  required: fields.filter(({ optional }) => !optional).map(({ wireKey }) => wireKey),
})

/** The JSON Schema of a row or a value. */
export const of = ({ ast }: { readonly ast: Structure.Type["ast"] }, texts: Texts): JsonSchema =>
  schemaOf(Structure.of(ast), texts, "")

/** Members of a struct, to merge with others. */
export const members = ({ ast }: { readonly ast: Structure.Type["ast"] }, texts: Texts): Members =>
  structMembers(Structure.fields(ast) ?? [], texts, "")
