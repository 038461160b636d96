/** Columns: the field of a row that a column holds, and its array. */
import * as AST from "effect/SchemaAST"

export type Kind = "number" | "bigint" | "boolean" | "other"

export interface Field {
  readonly name: string
  readonly kind: Kind
  readonly optional: boolean
}

export type Values = Float64Array | BigInt64Array | Uint8Array | Array<unknown>

export type Row = Record<string, unknown>

/** The kind of column for a value. */
export const kindOfValue = (value: unknown): Kind => {
  const type = typeof value
  return type === "number" || type === "bigint" || type === "boolean" ? type : "other"
}

const kindOf = (ast: AST.AST): Kind => {
  switch (ast._tag) {
    case "NumberKeyword":
      return "number"
    case "BigIntKeyword":
      return "bigint"
    case "BooleanKeyword":
      return "boolean"
    case "Literal":
      return kindOfValue(ast.literal)
    case "Refinement":
      return kindOf(ast.from)
    case "Union": {
      const kinds = new Set(ast.types.filter((type) => !AST.isUndefinedKeyword(type)).map(kindOf))
      return kinds.size === 1 ? [...kinds][0]! : "other"
    }
    default:
      return "other"
  }
}

/** The fields of a row's type. */
export const fieldsOf = (ast: AST.AST): ReadonlyArray<Field> =>
  AST.getPropertySignatures(AST.typeAST(ast)).map((field) => ({
    name: String(field.name),
    kind: kindOf(field.type),
    optional: field.isOptional,
  }))

/** Allocates a column. `fillGaps` sets `NaN` in rows without a number afterwards: filling the column beforehand would double the time. */
export const allocate = (field: Field, capacity: number): Values => {
  switch (field.kind) {
    case "number":
      return new Float64Array(capacity)
    case "bigint":
      return new BigInt64Array(capacity)
    case "boolean":
      return new Uint8Array(capacity)
    case "other":
      return new Array<unknown>(capacity).fill(undefined)
  }
}

const NOTHING = new Uint8Array(0)

/** Allocates the bitmap of a field; empty if every row has the field. */
export const bitmap = (field: Field, capacity: number): Uint8Array =>
  field.optional ? new Uint8Array((capacity + 7) >> 3) : NOTHING
