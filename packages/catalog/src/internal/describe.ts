/** Descriptions of the records within a schema, as annotations of their fields on the wire. */
import * as Structure from "@candela/core/internal/Structure"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import type { ByName } from "../Texts.js"

/** Texts of a record by wire key. */
export type OfRecord = ReadonlyMap<PropertyKey, string | undefined>
/** Returns the texts of a record; `undefined` for any other schema. */
export type Known = (ast: AST.AST) => OfRecord | undefined

/**
 * Adds the texts of the records within a schema, by the paths of their fields in the row. The first
 * texts of a record count.
 */
export const addTexts = (records: Map<object, OfRecord>, { ast }: { readonly ast: AST.AST }, texts: ByName): void => {
  const visit = (type: Structure.Type, path: string): void => {
    switch (type._tag) {
      case "Union":
        return type.types.forEach((one) => visit(one, path))
      case "List":
        return visit(type.item, path)
      case "Map":
        return visit(type.value, path)
      case "Struct": {
        const fields = Structure.fieldsOf(type)
        if (!records.has(type.record))
          records.set(type.record, new Map(fields.map(({ name, wireKey }) => [wireKey, texts[`${path}${name}`]])))
        for (const field of fields) visit(Structure.ofField(field), `${path}${field.name}.`)
      }
    }
  }
  visit(Structure.of(ast), "")
}

const withText = (annotations: AST.Annotations, text: string | undefined): AST.Annotations =>
  text === undefined ? annotations : { ...annotations, [AST.DescriptionAnnotationId]: text }

/** Describes the wire side of a type, which its JSON schema is made of. */
const ofType = (known: Known, ast: AST.AST): AST.AST => {
  const describe = (ast: AST.AST, texts = known(ast)): AST.AST => {
    const { annotations } = ast
    switch (ast._tag) {
      case "TypeLiteral":
        return new AST.TypeLiteral(
          ast.propertySignatures.map(({ annotations, isOptional, isReadonly, name, type }) => {
            const described = withText(annotations, texts?.get(name))
            return new AST.PropertySignature(name, describe(type), isOptional, isReadonly, described)
          }),
          ast.indexSignatures.map(
            ({ isReadonly, parameter, type }) => new AST.IndexSignature(parameter, describe(type), isReadonly),
          ),
          annotations,
        )
      case "TupleType":
        return new AST.TupleType(
          ast.elements.map((one) => new AST.OptionalType(describe(one.type), one.isOptional, one.annotations)),
          ast.rest.map((one) => new AST.Type(describe(one.type), one.annotations)),
          ast.isReadonly,
          annotations,
        )
      case "Union":
        return AST.Union.make(
          ast.types.map((type) => describe(type)),
          annotations,
        )
      case "Refinement":
        return new AST.Refinement(describe(ast.from, texts), ast.filter, annotations)
      case "Transformation":
        return new AST.Transformation(describe(ast.from, texts), ast.to, ast.transformation, annotations)
      default:
        return ast
    }
  }
  return describe(ast)
}

/** Makes a struct of a type. */
const structOf = ({ annotations, propertySignatures }: AST.TypeLiteral): Schema.Struct<Schema.Struct.Fields> => {
  const fields = propertySignatures.map(({ annotations, isOptional, name, type }) => {
    const schema = Schema.make<unknown>(type)
    const field = isOptional ? Schema.optionalWith(schema, { exact: true }) : Schema.propertySignature(schema)
    return [name, field.annotations(annotations as never)]
  })
  return Schema.Struct(Object.fromEntries(fields) as Schema.Struct.Fields).annotations(annotations as never)
}

const isStruct = (schema: Schema.Schema.All): schema is Schema.Struct<Schema.Struct.Fields> =>
  "fields" in schema && "records" in schema

/** Describes a schema. A struct stays one: a tool and a workflow read its fields. */
export const describe = (known: Known, schema: Schema.Schema.All): Schema.Schema.All => {
  const ast = ofType(known, schema.ast)
  if (!isStruct(schema)) return Schema.make(ast)
  // The fields of a struct with transformations stay without texts.
  return AST.isTypeLiteral(ast) ? structOf(ast) : Object.assign(Schema.Struct(schema.fields), { ast })
}
