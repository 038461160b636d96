/**
 * The columns of a chunk, untyped: what `Columns` shows with the row's types.
 */
import * as AST from "effect/SchemaAST"

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

/** Room for a column. Where a row has no value stands `NaN`, `0n`, `0` or `undefined`. */
export const allocate = (field: Field, capacity: number): Values => {
  switch (field.kind) {
    case "number":
      return field.optional ? new Float64Array(capacity).fill(NaN) : new Float64Array(capacity)
    case "bigint":
      return new BigInt64Array(capacity)
    case "boolean":
      return new Uint8Array(capacity)
    case "other":
      return new Array<unknown>(capacity).fill(undefined)
  }
}

const NOTHING = new Uint8Array(0)

/** Room for a field's bitmap: none where every row has the field. */
export const bitmap = (field: Field, capacity: number): Uint8Array =>
  field.optional ? new Uint8Array((capacity + 7) >> 3) : NOTHING

/** The row at an index of columns that are ordered as the fields are. */
export const rowAt = (
  fields: ReadonlyArray<Field>,
  values: ReadonlyArray<Values>,
  present: ReadonlyArray<Uint8Array>,
  index: number,
): Row => {
  const row: Row = {}
  for (let k = 0; k < fields.length; k++) {
    const { kind, name, optional } = fields[k]!
    if (optional && ((present[k]![index >> 3]! >> (index & 7)) & 1) === 0) continue
    const value = values[k]![index]
    row[name] = kind === "boolean" ? value === 1 : value
  }
  return row
}

export class ColumnStore {
  readonly columns: Readonly<Record<string, Values>>
  readonly present: Readonly<Record<string, Uint8Array>>
  readonly row: (index: number) => Row
  readonly toRows: () => ReadonlyArray<Row>
  readonly slice: (start: number, end: number) => ColumnStore

  constructor(
    fields: ReadonlyArray<Field>,
    values: ReadonlyArray<Values>,
    present: ReadonlyArray<Uint8Array>,
    readonly length: number,
  ) {
    this.columns = Object.fromEntries(fields.map(({ name }, k) => [name, values[k]!]))
    this.present = Object.fromEntries(
      fields.flatMap(({ name, optional }, k) => (optional ? [[name, present[k]!]] : [])),
    )
    this.row = (index) => {
      if (!(index >= 0 && index < length)) throw new RangeError(`there is no row ${index} among ${length}`)
      return rowAt(fields, values, present, index)
    }
    this.toRows = () => Array.from({ length }, (_, index) => rowAt(fields, values, present, index))
    this.slice = (start, end) => {
      const from = Math.min(Math.max(0, start), length)
      const to = Math.min(Math.max(from, end), length)
      return new ColumnStore(
        fields,
        values.map((column) => (Array.isArray(column) ? column.slice(from, to) : column.subarray(from, to))),
        present.map((bits) => sliceBits(bits, from, to)),
        to - from,
      )
    }
  }
}

const sliceBits = (bits: Uint8Array, from: number, to: number): Uint8Array => {
  if (bits.length === 0 || (from & 7) === 0) return bits.subarray(from >> 3, (to + 7) >> 3)
  const out = new Uint8Array((to - from + 7) >> 3)
  for (let i = 0; i < to - from; i++) out[i >> 3]! |= ((bits[(from + i) >> 3]! >> ((from + i) & 7)) & 1) << (i & 7)
  return out
}

export const fromRows = (fields: ReadonlyArray<Field>, rows: ReadonlyArray<unknown>): ColumnStore => {
  const present = fields.map((field) => bitmap(field, rows.length))
  const values = fields.map((field, k) => {
    const { name, optional } = field
    const column = allocate(field, rows.length)
    const bits = present[k]!
    for (let i = 0; i < rows.length; i++) {
      const value = (rows[i] as Row)[name]
      if (value === undefined) continue
      column[i] = value as never
      if (optional) bits[i >> 3]! |= 1 << (i & 7)
    }
    return column
  })
  return new ColumnStore(fields, values, present, rows.length)
}
