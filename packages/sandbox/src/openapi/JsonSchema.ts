/**
 * The JSON Schema of what stands on the wire, from the schemas of the declarations and the texts of their doc comments.
 *
 * @module
 */
import { Option, SchemaAST as AST } from "effect"
import type { Json } from "../json/exactJson.js"
import { presentTypes, structFields, type StructField } from "../json/structFields.js"
import { isInt64, isNullable } from "../json/JsonWriter.js"
import * as Text from "./Text.js"

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 has it. */
export type JsonSchema = { readonly [key: string]: Json | undefined }

/** The properties of an object, and which of them it always has. */
export interface Members {
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required: ReadonlyArray<string>
}

/** An object. */
export const object = ({ properties, required }: Members): JsonSchema => ({
  type: "object",
  properties,
  ...(required.length === 0 ? {} : { required }),
})

/** Several members as those of one object. */
export const join = (...all: ReadonlyArray<Members>): Members => ({
  properties: Object.assign({}, ...all.map(({ properties }) => properties)) as Members["properties"],
  required: [...new Set(all.flatMap(({ required }) => required))],
})

/** Any of some schemas, each counted once. */
export const anyOf = (schemas: ReadonlyArray<JsonSchema>): JsonSchema => {
  const texts = schemas.map((schema) => JSON.stringify(schema))
  const [only, ...others] = schemas.filter((_, index) => texts.indexOf(texts[index]!) === index)
  return only !== undefined && others.length === 0 ? only : { anyOf: [only!, ...others] }
}

/** The texts of an endpoint's fields, by their paths (`session.close`). */
type Texts = Readonly<Record<string, string>>

const present = (ast: AST.AST, texts: Texts, path: string): JsonSchema => {
  if (isInt64(ast)) return { type: "integer", format: "int64" }
  // What a schema reads beyond the specification, such as a number as an identifier, it does not tell documents.
  const told = AST.getJSONSchemaAnnotation(ast)
  if (Option.isSome(told)) return told.value as JsonSchema
  const fields = structFields(ast)
  if (fields !== undefined && fields.length > 0) return object(structMembers(fields, texts, path))
  switch (ast._tag) {
    case "NumberKeyword":
      return { type: "number" }
    case "BooleanKeyword":
      return { type: "boolean" }
    case "StringKeyword": {
      const known = AST.getAnnotation<ReadonlyArray<string>>(ast, AST.ExamplesAnnotationId)
      return known._tag === "Some" ? { type: "string", examples: known.value } : { type: "string" }
    }
    case "Literal":
      return { type: "string", const: String(ast.literal) }
    case "Refinement":
    case "Transformation":
      return schemaOf(ast.from, texts, path)
    case "TupleType":
      return { type: "array", items: schemaOf(ast.rest[0]!.type, texts, path) }
    case "TypeLiteral":
      return { type: "object", additionalProperties: schemaOf(ast.indexSignatures[0]!.type, texts, path) }
    default:
      throw new TypeError(`What stands on the wire for ${String(ast)}, at "${path}"?`)
  }
}

/** A schema's JSON Schema. `path` is where its fields stand: those of `session` stand under `session.`. */
const schemaOf = (ast: AST.AST, texts: Texts, path: string): JsonSchema => {
  const types = presentTypes(ast).map((type) => present(type, texts, path))
  return anyOf(isNullable(ast) ? [...types, { type: "null" }] : types)
}

const structMembers = (fields: ReadonlyArray<StructField>, texts: Texts, path: string): Members => ({
  properties: Object.fromEntries(
    fields.map(({ name, optional, type, wire }) => {
      const own = path + name
      // What may be absent is left out by the service, and never null.
      const schema = optional
        ? anyOf(presentTypes(type).map((one) => present(one, texts, `${own}.`)))
        : schemaOf(type, texts, `${own}.`)
      return [wire, { ...schema, description: Text.onTheWire(texts[own] ?? "") }]
    }),
  ),
  required: fields.filter(({ optional }) => !optional).map(({ wire }) => wire),
})

/** The JSON Schema of a row or a value. */
export const of = (schema: { readonly ast: AST.AST }, texts: Texts): JsonSchema => schemaOf(schema.ast, texts, "")

/** The members of a struct, to stand among others. */
export const members = (schema: { readonly ast: AST.AST }, texts: Texts): Members =>
  structMembers(structFields(schema.ast) ?? [], texts, "")
