/** Columns: the field of a row that a column holds, and its array. */
import * as AST from "effect/SchemaAST"
import * as Structure from "../Structure.js"

export type ColumnKind = "number" | "bigint" | "boolean" | "other"

export interface ColumnField {
  readonly name: string
  readonly kind: ColumnKind
  readonly optional: boolean
}

export type ColumnValues = Float64Array | BigInt64Array | Uint8Array | Array<unknown>

export type DecodedRow = Record<string, unknown>

/** The kind of column for a value. */
export const kindOfValue = (value: unknown): ColumnKind => {
  const type = typeof value
  return type === "number" || type === "bigint" || type === "boolean" ? type : "other"
}

/** The kind of column for values of any schema, by the type of their decoded form. */
const kindOfSchema = (ast: AST.AST): ColumnKind =>
  AST.isBigIntKeyword(ast)
    ? "bigint"
    : AST.isNumberKeyword(ast)
      ? "number"
      : AST.isBooleanKeyword(ast)
        ? "boolean"
        : "other"

const kindOf = (type: Structure.Type): ColumnKind => {
  switch (type._tag) {
    case "Number":
      return "number"
    case "Int64":
      return "bigint"
    case "Boolean":
      return "boolean"
    case "Literal":
      return kindOfValue(type.value)
    case "Union": {
      const kinds = new Set(type.types.map(kindOf))
      return kinds.size === 1 && !type.nullable ? [...kinds][0]! : "other"
    }
    case "Other":
      return kindOfSchema(AST.typeAST(type.ast))
    default:
      return "other"
  }
}

/** The fields of a row. Throws for one that is not made of fields. */
export const fieldsOf = (ast: AST.AST): ReadonlyArray<ColumnField> => {
  const fields = Structure.fields(ast)
  if (fields === undefined) throw new TypeError(`Columns need a row that is made by Field.struct, not ${String(ast)}`)
  return fields.map((field) => ({
    name: field.name,
    kind: kindOf(Structure.ofField(field)),
    optional: field.optional,
  }))
}

/**
 * Allocates a column. `fillGaps` sets `NaN` in rows without a number afterwards: filling the column
 * beforehand would double the time.
 */
export const allocate = (field: ColumnField, capacity: number): ColumnValues => {
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
export const bitmap = (field: ColumnField, capacity: number): Uint8Array =>
  field.optional ? new Uint8Array((capacity + 7) >> 3) : NOTHING
