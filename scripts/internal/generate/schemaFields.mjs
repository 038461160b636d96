// The fields that a schema gives, under their paths (`session.close`).
import { Schema } from "effect"

/** The records that a schema's type consists of: the members of a union, the elements of an array. */
const recordsIn = (ast) => {
  switch (ast._tag) {
    case "TypeLiteral":
      return [ast]
    case "Union":
      return ast.types.flatMap(recordsIn)
    case "TupleType":
      return [...ast.elements, ...ast.rest].flatMap(({ type }) => recordsIn(type))
    case "Refinement":
      return recordsIn(ast.from)
    default:
      return []
  }
}

const pathsIn = (ast, path) =>
  recordsIn(ast).flatMap(({ propertySignatures }) =>
    propertySignatures.flatMap(({ name, type }) => {
      const own = [...path, name]
      return [own.join("."), ...pathsIn(type, own)]
    }),
  )

export const schemaFields = (schema) => new Set(pathsIn(Schema.typeSchema(schema).ast, []))
