/**
 * Types of values as data: for packages that write, store, document or generate rows.
 *
 * Rows and what they hold are described by the records of their fields (`Field.struct`), never by
 * the syntax tree of a struct.
 *
 * @module
 */
import * as Option from "effect/Option"
import * as AST from "effect/SchemaAST"
import type * as Schema from "effect/Schema"
import type * as Record from "../declare/Field.js"
import { Mark } from "./json/mark.js"
import type { Unit } from "../declare/Unit.js"

/** A wire type, with the part of the schema from which it was derived. */
export type Type = (
  | { readonly _tag: "Number" | "Boolean" }
  /**
   * An exact 64-bit integer (`Field.Int64`), or an identifier, which may be text or a number on the wire (`Field.Id`).
   */
  | { readonly _tag: "Int64" | "Id" }
  /** Text. `known` are the values of an enumeration that may grow (`Field.openEnum`); empty for any other text. */
  | { readonly _tag: "Text"; readonly known: ReadonlyArray<string> }
  | { readonly _tag: "Literal"; readonly value: AST.LiteralValue }
  | Struct
  /** An object with any keys. */
  | { readonly _tag: "Map"; readonly value: Type }
  | { readonly _tag: "List"; readonly item: Type }
  /** A type with several alternatives, or one that may be `null`. */
  | { readonly _tag: "Union"; readonly types: ReadonlyArray<Type>; readonly nullable: boolean }
  /** Any other schema. */
  | { readonly _tag: "Other" }
) & {
  readonly ast: AST.AST
  /** Unit of its values, or of those in a list or a map; `undefined` if it has none. */
  readonly unit?: Unit | undefined
  /** Filters of the schema, run on a decoded value. All must pass. */
  readonly tests: ReadonlyArray<(value: unknown) => boolean>
}

/** A record of fields. */
export interface Struct {
  /** A record, or rows that are made from one. */
  readonly _tag: "Struct"
  /** The record. */
  readonly record: Record.Fields
  /**
   * Schema of the rows in several forms that are made from a record (`Field.forms`); absent if the record is the row.
   */
  readonly forms?: Schema.Schema.AnyNoContext
  /** Schema that decodes a record to a row in one of the forms. */
  readonly rows?: Schema.Schema.AnyNoContext
}

/** A field of a record. */
export interface Field {
  /** Key in the row. */
  readonly name: string
  /** Key on the wire. */
  readonly wireKey: string
  /** Whether a row may lack it. Then `null` on the wire means that it does. */
  readonly optional: boolean
  /** Whether a value that the schema rejects reads as absent. */
  readonly lenient: boolean
  /** Unit of its values, or of those in its lists and maps; `undefined` if it has none. */
  readonly unit: Unit | undefined
  /** Type on the wire. Its type side is the type in the row, except for `null` if that means absent. */
  readonly ast: AST.AST
}

/** Returns the fields of a record, in order. */
export const fieldsOf = ({ record }: Struct): ReadonlyArray<Field> =>
  Object.entries(record).map(([name, { presence, schema, wireKey = name }]) => ({
    name,
    wireKey,
    optional: presence !== "required",
    lenient: presence === "lenient",
    unit: of(schema.ast).unit,
    ast: schema.ast,
  }))

/** Returns the record of a row's schema; `undefined` for one that is not made of fields. */
export const recordOf = (ast: AST.AST): Record.Fields | undefined => {
  const type = of(ast)
  return type._tag === "Struct" ? type.record : undefined
}

/** Returns the fields of a row's schema, in order; `undefined` for one that is not made of fields. */
export const fields = (ast: AST.AST): ReadonlyArray<Field> | undefined => {
  const type = of(ast)
  return type._tag === "Struct" ? fieldsOf(type) : undefined
}

const testOf = (ast: AST.Refinement) => (value: unknown) => {
  try {
    return Option.isNone(ast.filter(value, AST.defaultParseOption, ast))
  } catch {
    return false
  }
}

const alternatives = (ast: AST.AST): ReadonlyArray<AST.AST> =>
  AST.isUnion(ast) ? ast.types.flatMap(alternatives) : [ast]

const isNull = (ast: AST.AST): boolean => AST.isLiteral(ast) && ast.literal === null

const unionOf = (ast: AST.Union): Type => {
  const all = alternatives(ast)
  const types = all.filter((type) => !isNull(type)).map(of)
  const unit = types.find((type) => type.unit !== undefined)?.unit
  return { _tag: "Union", types, nullable: types.length < all.length, ast, unit, tests: [] }
}

/** Describes a schema. The fields of its records are described one level at a time, by {@link ofField}. */
export const of = (ast: AST.AST): Type => {
  const own = ast.annotations[Mark] as Partial<Type> | undefined
  const common = { ...(own as object), ast, tests: [] }
  // The mark of a list says how it is read, and no more.
  if (own?._tag !== undefined) return common as unknown as Type
  switch (ast._tag) {
    case "NumberKeyword":
      return { _tag: "Number", ...common }
    case "BooleanKeyword":
      return { _tag: "Boolean", ...common }
    case "StringKeyword":
      return { _tag: "Text", known: [], ...common }
    case "Literal":
      return { _tag: "Literal", value: ast.literal, ...common }
    case "Refinement": {
      const from = of(ast.from)
      return { ...from, ast, tests: [...from.tests, testOf(ast)] }
    }
    case "Union":
      return unionOf(ast)
    case "TupleType": {
      const [rest, ...others] = ast.rest
      if (rest === undefined || others.length > 0 || ast.elements.length > 0) break
      const item = of(rest.type)
      return { _tag: "List", item, unit: item.unit, ...common }
    }
    case "TypeLiteral": {
      const [index, ...others] = ast.indexSignatures
      if (index === undefined || others.length > 0 || ast.propertySignatures.length > 0) break
      const value = of(index.type)
      return { _tag: "Map", value, unit: value.unit, ...common }
    }
  }
  return { _tag: "Other", ...common }
}

/** Describes a field. `null` is not a value of an optional field. */
export const ofField = ({ ast, optional }: Pick<Field, "ast" | "optional">): Type => {
  const type = of(ast)
  if (!optional || type._tag !== "Union") return type
  return type.types.length === 1 ? type.types[0]! : { ...type, nullable: false }
}

/** Returns the examples of a type's values (`Field.like`). */
export const examplesOf = ({ ast }: Pick<Type, "ast">): ReadonlyArray<unknown> =>
  Option.getOrElse(AST.getExamplesAnnotation(ast), () => [])

/** Combines the alternatives of two types. */
export const either = (one: Type, other: Type): Type => {
  const types = [one, other]
    .flatMap((type) => (type._tag === "Union" ? type.types : [type]))
    .filter(({ ast }, at, all) => all.findIndex((type) => type.ast === ast) === at)
  const nullable = [one, other].some((type) => type._tag === "Union" && type.nullable)
  return types.length === 1 && !nullable
    ? types[0]!
    : { _tag: "Union", types, nullable, ast: one.ast, unit: one.unit, tests: [] }
}
