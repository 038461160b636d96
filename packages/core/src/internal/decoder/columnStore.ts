/**
 * The columns of a chunk, untyped: what `Columns` shows with the row's types.
 */
import { SchemaAST as AST } from "effect"

export type Kind = "number" | "bigint" | "boolean" | "other"

export interface Field {
  readonly name: string
  readonly kind: Kind
  readonly optional: boolean
}

export type Values = Float64Array | BigInt64Array | Uint8Array | Array<unknown>

export type Row = Record<string, unknown>

const kindOf = (ast: AST.AST): Kind => {
  switch (ast._tag) {
    case "NumberKeyword":
      return "number"
    case "BigIntKeyword":
      return "bigint"
    case "BooleanKeyword":
      return "boolean"
    case "Literal": {
      const type = typeof ast.literal
      return type === "number" || type === "bigint" || type === "boolean" ? type : "other"
    }
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

/** The kind of column that a value by itself asks for. */
export const kindOfValue = (value: unknown): Kind => {
  const type = typeof value
  return type === "number" || type === "bigint" || type === "boolean" ? type : "other"
}

/** The fields of a row's type. */
export const fieldsOf = (ast: AST.AST): ReadonlyArray<Field> =>
  AST.getPropertySignatures(AST.typeAST(ast)).map((field) => ({
    name: String(field.name),
    kind: kindOf(field.type),
    optional: field.isOptional,
  }))

export const allocate = (kind: Kind, capacity: number): Values => {
  switch (kind) {
    case "number":
      return new Float64Array(capacity)
    case "bigint":
      return new BigInt64Array(capacity)
    case "boolean":
      return new Uint8Array(capacity)
    case "other":
      return []
  }
}

export const bitmap = (capacity: number): Uint8Array => new Uint8Array((capacity + 7) >> 3)

export class ColumnStore {
  constructor(
    readonly length: number,
    readonly columns: Readonly<Record<string, Values>>,
    readonly present: Readonly<Record<string, Uint8Array>>,
    /** @internal */
    readonly fields: ReadonlyArray<Field>,
  ) {}

  readonly row = (index: number): Row => {
    if (!(index >= 0 && index < this.length)) throw new RangeError(`row ${index} of ${this.length}`)
    const row: Row = {}
    for (const { kind, name, optional } of this.fields) {
      if (optional && ((this.present[name]![index >> 3]! >> (index & 7)) & 1) === 0) continue
      const value = this.columns[name]![index]
      row[name] = kind === "boolean" ? value === 1 : value
    }
    return row
  }

  readonly toRows = (): ReadonlyArray<Row> => Array.from({ length: this.length }, (_, index) => this.row(index))
}

export const fromRows = (fields: ReadonlyArray<Field>, rows: ReadonlyArray<unknown>): ColumnStore => {
  const columns: Record<string, Values> = {}
  const present: Record<string, Uint8Array> = {}
  for (const { kind, name, optional } of fields) {
    const values = (columns[name] = allocate(kind, rows.length))
    const bits = optional ? (present[name] = bitmap(rows.length)) : undefined
    rows.forEach((row, index) => {
      const value = (row as Row)[name]
      if (value !== undefined && bits !== undefined) bits[index >> 3]! |= 1 << (index & 7)
      if (value !== undefined || kind === "other") values[index] = value as never
      else if (kind === "number") values[index] = NaN
    })
  }
  return new ColumnStore(rows.length, columns, present, fields)
}

const sliceBitmap = (bits: Uint8Array, start: number, end: number): Uint8Array => {
  if ((start & 7) === 0) return bits.subarray(start >> 3, (end + 7) >> 3)
  const out = bitmap(end - start)
  for (let i = start; i < end; i++) out[(i - start) >> 3]! |= ((bits[i >> 3]! >> (i & 7)) & 1) << ((i - start) & 7)
  return out
}

export const slice = (self: ColumnStore, start: number, end: number): ColumnStore => {
  const from = Math.min(Math.max(0, start), self.length)
  const to = Math.min(Math.max(from, end), self.length)
  const columns: Record<string, Values> = {}
  const present: Record<string, Uint8Array> = {}
  for (const { name, optional } of self.fields) {
    const values = self.columns[name]!
    columns[name] = Array.isArray(values) ? values.slice(from, to) : values.subarray(from, to)
    if (optional) present[name] = sliceBitmap(self.present[name]!, from, to)
  }
  return new ColumnStore(to - from, columns, present, self.fields)
}
