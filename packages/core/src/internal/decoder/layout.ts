/**
 * What can be decoded field by field, with the same result as by the schema. The schema itself decodes the rest.
 */
import * as AST from "effect/SchemaAST"
import * as Structure from "../Structure.js"

/** A test of a decoded value. */
export type Test = (value: unknown) => boolean

/** Combines tests into one; `undefined` if there are none. */
export const allOf = (tests: ReadonlyArray<Test>): Test | undefined =>
  tests.length < 2 ? tests[0] : (value) => tests.every((test) => test(value))

/** Whether a schema has parse options, which change its decoding. */
export const hasOptions = (ast: AST.AST): boolean =>
  AST.ParseOptionsAnnotationId in ast.annotations || (AST.isRefinement(ast) && hasOptions(ast.from))

/** Returns the literals of a type that has no other values, besides `null`. */
export const literalsOf = (type: Structure.Type): ReadonlyArray<unknown> | undefined => {
  if (type._tag === "Literal") return [type.value]
  const literals = type._tag === "Union" ? type.types.map(literalsOf) : [undefined]
  return literals.every((values) => values !== undefined) ? literals.flat() : undefined
}

/** Returns the fields of a record that can be decoded one by one; `undefined` for any other record. */
export const layoutOf = (struct: Structure.Struct): ReadonlyArray<Structure.Field> | undefined => {
  const fields = Structure.fieldsOf(struct)
  // The schema renames the fields in sequence: if a new name is the key of another field, the order matters.
  const clashes = (field: Structure.Field) => fields.some((other) => other !== field && other.wireKey === field.name)
  return fields.length === 0 ||
    struct.forms !== undefined ||
    fields.some(({ lenient }) => lenient) ||
    fields.some(clashes)
    ? undefined
    : fields
}
