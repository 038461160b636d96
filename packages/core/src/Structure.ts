/**
 * Row schemas as data: for packages that write, store, document or generate rows.
 *
 * @module
 */
import * as Option from "effect/Option"
import * as AST from "effect/SchemaAST"
import { identity } from "effect/Function"
import { int64ReaderOf } from "./internal/json/int64.js"

/** A wire type, with the part of the schema from which it was derived. */
export type Type = (
  | { readonly _tag: "Number" | "Boolean" }
  /** An exact 64-bit integer (`Field.Int64`). */
  | { readonly _tag: "Int64" }
  /** Text. `known` are the values of an enumeration that may grow (`Field.openEnum`); empty for any other text. */
  | { readonly _tag: "Text"; readonly known: ReadonlyArray<string> }
  | { readonly _tag: "Literal"; readonly value: AST.LiteralValue }
  | { readonly _tag: "Struct"; readonly fields: ReadonlyArray<Field> }
  /** An object with any keys. */
  | { readonly _tag: "Map"; readonly value: Type }
  | { readonly _tag: "List"; readonly item: Type }
  /** A type with several alternatives, or one that may be `null`. */
  | { readonly _tag: "Union"; readonly types: ReadonlyArray<Type>; readonly nullable: boolean }
  /** Any other schema. */
  | { readonly _tag: "Other" }
) & { readonly ast: AST.AST }

/** A field of a struct. */
export interface Field {
  /** Key in the row. */
  readonly name: string
  /** Key on the wire. */
  readonly wireKey: string
  /** Whether a row may lack it. */
  readonly optional: boolean
  /** Type on the wire. Its type side is the type in the row, except for `null` if that means absent. */
  readonly ast: AST.AST
}

const fieldsOf = (
  from: AST.TypeLiteral,
  to: AST.TypeLiteral,
  transformations: ReadonlyArray<AST.PropertySignatureTransformation>,
): ReadonlyArray<Field> | undefined => {
  // Any other transformation creates new values.
  if (transformations.some(({ encode }) => encode !== identity)) return undefined
  const fields = to.propertySignatures.map(({ isOptional, name }) => {
    const wireKey = transformations.find((transformation) => transformation.to === name)?.from ?? name
    const sent = from.propertySignatures.find((field) => field.name === wireKey)
    return sent === undefined ||
      sent.isOptional !== isOptional ||
      typeof name !== "string" ||
      typeof wireKey !== "string"
      ? undefined
      : { name, wireKey, optional: isOptional, ast: sent.type }
  })
  return from.indexSignatures.length === 0 && fields.every((field) => field !== undefined) ? fields : undefined
}

/** Returns the fields of a struct in order; `undefined` for any other schema, and for a struct with index signatures. */
export const fields = (ast: AST.AST): ReadonlyArray<Field> | undefined => {
  if (AST.isRefinement(ast)) return fields(ast.from)
  if (AST.isSuspend(ast)) return fields(ast.f())
  if (AST.isTypeLiteral(ast)) return fieldsOf(ast, ast, [])
  if (!AST.isTransformation(ast)) return undefined
  // A final transformation, as of the unified snapshot's items: encoded values have the wire names.
  if (AST.isFinalTransformation(ast.transformation)) return fields(ast.from)
  return AST.isTypeLiteral(ast.from) && AST.isTypeLiteral(ast.to) && AST.isTypeLiteralTransformation(ast.transformation)
    ? fieldsOf(ast.from, ast.to, ast.transformation.propertySignatureTransformations)
    : undefined
}

/** The members of a union, or the type itself, without `null`, `undefined` and the `unknown` of a lenient field. */
export const alternatives = (ast: AST.AST): ReadonlyArray<AST.AST> =>
  (AST.isUnion(ast) ? ast.types.flatMap(alternatives) : [ast]).filter(
    (type) =>
      !AST.isUndefinedKeyword(type) && !AST.isUnknownKeyword(type) && !(AST.isLiteral(type) && type.literal === null),
  )

/** Whether a type includes `null`. */
export const isNullable = (ast: AST.AST): boolean =>
  AST.isUnion(ast) ? ast.types.some(isNullable) : AST.isLiteral(ast) && ast.literal === null

/** Whether a type is `Field.Int64`, an exact 64-bit integer. */
export const isInt64 = (ast: AST.AST): boolean => int64ReaderOf(ast)?._tag === "bigint"

/** Whether a type is `Field.Id`, which may be text or a number on the wire. */
export const isId = (ast: AST.AST): boolean => int64ReaderOf(ast)?._tag === "text"

const knownValues = (ast: AST.AST): ReadonlyArray<string> =>
  Option.getOrElse(AST.getAnnotation<ReadonlyArray<string>>(ast, AST.ExamplesAnnotationId), () => [])

const typeOf = (ast: AST.AST): Type => {
  const exact = int64ReaderOf(ast)
  if (exact !== undefined) return exact._tag === "bigint" ? { _tag: "Int64", ast } : { _tag: "Text", known: [], ast }
  const own = fields(ast)
  if (own !== undefined && own.length > 0) return { _tag: "Struct", fields: own, ast }
  switch (ast._tag) {
    case "NumberKeyword":
      return { _tag: "Number", ast }
    case "BooleanKeyword":
      return { _tag: "Boolean", ast }
    case "StringKeyword":
      return { _tag: "Text", known: knownValues(ast), ast }
    case "Literal":
      return { _tag: "Literal", value: ast.literal, ast }
    case "Refinement":
    case "Transformation":
      return { ...of(ast.from), ast }
    case "TupleType": {
      const [item] = ast.rest
      return item !== undefined && ast.elements.length === 0 && ast.rest.length === 1
        ? { _tag: "List", item: of(item.type), ast }
        : { _tag: "Other", ast }
    }
    case "TypeLiteral": {
      const [index] = ast.indexSignatures
      return index !== undefined && ast.propertySignatures.length === 0
        ? { _tag: "Map", value: of(index.type), ast }
        : { _tag: "Other", ast }
    }
    default:
      return { _tag: "Other", ast }
  }
}

/** Describes a schema. The fields of its structs are described one level at a time, by {@link ofField}. */
export const of = (ast: AST.AST): Type => {
  const types = alternatives(ast).map(typeOf)
  const nullable = isNullable(ast)
  return types.length === 1 && !nullable ? types[0]! : { _tag: "Union", types, nullable, ast }
}

/** Describes a field. `null` is not a value of an optional field. */
export const ofField = ({ ast, optional }: Field): Type => {
  const type = of(ast)
  if (!optional || type._tag !== "Union") return type
  return type.types.length === 1 ? type.types[0]! : { ...type, nullable: false }
}

/** Combines the alternatives of two types. */
export const either = (one: Type, other: Type): Type => {
  const membersOf = (type: Type) => (type._tag === "Union" ? type.types : [type])
  const types = [...membersOf(one), ...membersOf(other)].filter(
    ({ ast }, at, all) => all.findIndex((type) => type.ast === ast) === at,
  )
  const nullable = [one, other].some((type) => type._tag === "Union" && type.nullable)
  return types.length === 1 && !nullable
    ? types[0]!
    : { _tag: "Union", types, nullable, ast: AST.Union.make([one.ast, other.ast]) }
}
