/**
 * Layout of a row, compiled from its schema: the keys on the wire, their names in the row, and the types of their values.
 *
 * A schema has a layout only if the layout expresses the whole schema. For any other schema `layoutOf` returns `undefined`, and the schema
 * itself decodes the rows.
 */
import * as Option from "effect/Option"
import * as AST from "effect/SchemaAST"
import { identity } from "effect/Function"
import { type Int64Reader, int64ReaderOf } from "../json/int64.js"
import { nullIsAbsent } from "./nullIsAbsent.js"

/** A filter of the schema, run on a decoded value. */
export type Test = (value: unknown) => boolean

/** Combines tests into one; `undefined` if there are none. */
export const allOf = (tests: ReadonlyArray<Test>): Test | undefined =>
  tests.length < 2 ? tests[0] : (value) => tests.every((test) => test(value))

export type Value = (
  | { /** `typeof` of the decoded value. */ readonly _tag: "number" | "boolean" | "string" }
  | { readonly _tag: Int64Reader["_tag"]; readonly reader: Int64Reader }
  | { readonly _tag: "Literal"; readonly literals: ReadonlyArray<AST.LiteralValue> }
  | { readonly _tag: "Nullable"; readonly value: Value }
  | { readonly _tag: "Array"; readonly item: Value }
  | { readonly _tag: "Struct"; readonly fields: ReadonlyArray<Field> }
) & {
  /** All tests must pass. */
  readonly tests: ReadonlyArray<Test>
}

export type Struct = Extract<Value, { readonly _tag: "Struct" }>

export interface Field {
  /** Key on the wire. */
  readonly wire: string
  /** Key in the row. */
  readonly name: string
  readonly optional: boolean
  /** Whether `null` on the wire reads as absent. */
  readonly nullIsAbsent: boolean
  readonly value: Value
}

const none: ReadonlyArray<Test> = []

const testOf =
  (ast: AST.Refinement): Test =>
  (value) => {
    try {
      return Option.isNone(ast.filter(value, AST.defaultParseOption, ast))
    } catch {
      return false
    }
  }

/** Returns a union without some of its types. */
const without = (ast: AST.AST, leaveOut: (type: AST.AST) => boolean): AST.AST =>
  AST.isUnion(ast) ? AST.Union.make(ast.types.filter((type) => !leaveOut(type))) : ast

const isNull = (ast: AST.AST): boolean => AST.isLiteral(ast) && ast.literal === null

const valueOf = (ast: AST.AST): Value | undefined => {
  if (hasOptions(ast)) return undefined
  const reader = int64ReaderOf(ast)
  if (reader !== undefined) return { _tag: reader._tag, reader, tests: none }
  switch (ast._tag) {
    case "NumberKeyword":
      return { _tag: "number", tests: none }
    case "BooleanKeyword":
      return { _tag: "boolean", tests: none }
    case "StringKeyword":
      return { _tag: "string", tests: none }
    case "Literal":
      return literalOf([ast])
    case "Refinement": {
      const value = valueOf(ast.from)
      return value && { ...value, tests: [...value.tests, testOf(ast)] }
    }
    case "Union":
      return unionOf(ast)
    case "TupleType": {
      const [rest, ...others] = ast.rest
      if (ast.elements.length > 0 || rest === undefined || others.length > 0) return undefined
      const item = valueOf(rest.type)
      return item && { _tag: "Array", item, tests: none }
    }
    case "TypeLiteral":
      return structOf(ast, AST.typeAST(ast) as AST.TypeLiteral, [])
    case "Transformation":
      return ast.transformation._tag === "TypeLiteralTransformation" &&
        AST.isTypeLiteral(ast.from) &&
        AST.isTypeLiteral(ast.to)
        ? structOf(ast.from, ast.to, ast.transformation.propertySignatureTransformations)
        : undefined
    default:
      return undefined
  }
}

const literalOf = (types: ReadonlyArray<AST.Literal>): Value => {
  const literals = types.map((type) => type.literal)
  return literals.every((literal) => typeof literal === "string")
    ? { _tag: "string", tests: [(string) => literals.includes(string as string)] }
    : { _tag: "Literal", literals, tests: none }
}

const unionOf = (ast: AST.Union): Value | undefined => {
  const literals = ast.types.filter(AST.isLiteral)
  if (literals.length === ast.types.length) return literalOf(literals)
  const rest = without(ast, isNull)
  if (AST.isUnion(rest)) return undefined
  const value = valueOf(rest)
  return value && { _tag: "Nullable", value, tests: none }
}

/** Whether a schema has parse options, which change its decoding. */
const hasOptions = (ast: AST.AST): boolean => AST.ParseOptionsAnnotationId in ast.annotations

const structOf = (
  from: AST.TypeLiteral,
  to: AST.TypeLiteral,
  transformations: ReadonlyArray<AST.PropertySignatureTransformation>,
): Struct | undefined => {
  if (from.indexSignatures.length > 0 || to.propertySignatures.length === 0) return undefined
  const fields: Array<Field> = []
  for (const { isOptional, name } of to.propertySignatures) {
    const transformation = transformations.find((transformation) => transformation.to === name)
    const wire = transformation?.from ?? name
    const sent = from.propertySignatures.find((field) => field.name === wire)
    if (sent === undefined || sent.isOptional !== isOptional || hasOptions(sent.type)) return undefined
    // A name inherited by every object is never absent.
    if (typeof wire !== "string" || typeof name !== "string" || wire in {} || name in {}) return undefined
    const absorbsNull = transformation?.decode === (nullIsAbsent as unknown)
    // Renaming decodes with `identity`. So do other transformations on optional fields.
    const renamed = transformation?.decode === identity && !isOptional
    if (transformation !== undefined && !absorbsNull && !renamed) return undefined
    const value = valueOf(
      without(sent.type, (type) => (absorbsNull && isNull(type)) || (isOptional && AST.isUndefinedKeyword(type))),
    )
    if (value === undefined) return undefined
    fields.push({ wire, name, optional: isOptional, nullIsAbsent: absorbsNull, value })
  }
  // The schema renames the fields in sequence: if a new name is the key of another field, the order matters.
  const clash = fields.some((field) => fields.some((other) => other !== field && other.wire === field.name))
  return clash || fields.length !== from.propertySignatures.length ? undefined : { _tag: "Struct", fields, tests: none }
}

/** Returns the layout of a row's schema, if it has one. */
export const layoutOf = (ast: AST.AST): Struct | undefined => {
  const value = valueOf(ast)
  return value?._tag === "Struct" ? value : undefined
}
