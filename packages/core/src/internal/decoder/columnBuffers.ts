/**
 * Columns written by a scanner: one array per field, at the field's index.
 */
import { allocate, bitmap, type Field as ColumnField, type Values } from "./column.js"
import { ColumnStore, fillGaps } from "./columnStore.js"
import type { Int64Reader } from "../json/int64.js"
import { allOf, type Field, type Struct, type Test, type Value } from "./layout.js"
import type { RowMaker } from "./rowMaker.js"

/** A field that a scanner reads: a number, an exact integer, a boolean or (kind `"other"`) a string. */
export interface ScannedField extends ColumnField {
  readonly wire: string
  readonly nullIsAbsent: boolean
  /** Reader of an exact integer. */
  readonly int64: Int64Reader | undefined
  readonly test: Test | undefined
}

/** Column kinds of the values that a scanner reads. */
const kinds: Partial<Record<Value["_tag"], ColumnField["kind"]>> = {
  number: "number",
  bigint: "bigint",
  boolean: "boolean",
  string: "other",
}

const scannedFieldOf = ({ value, ...field }: Field): ScannedField | undefined => {
  const kind = kinds[value._tag]
  return kind && { ...field, kind, int64: "reader" in value ? value.reader : undefined, test: allOf(value.tests) }
}

/** Returns the fields of a row for a scanner; `undefined` if the row has a field that a scanner cannot read. */
export const scannedFieldsOf = (layout: Struct): ReadonlyArray<ScannedField> | undefined => {
  const fields = layout.fields.map(scannedFieldOf).filter((field) => field !== undefined)
  return layout.tests.length === 0 && fields.length === layout.fields.length ? fields : undefined
}

export class ColumnBuffers {
  values: Array<Values> = []
  present: Array<Uint8Array> = []
  /** Columns of 64-bit integers, as halves of 32 bits. */
  halves: Array<Int32Array> = []

  constructor(
    readonly fields: ReadonlyArray<ScannedField>,
    public capacity: number,
  ) {
    this.allocate()
  }

  private allocate(): void {
    this.values = this.fields.map((field) => allocate(field, this.capacity))
    this.present = this.fields.map((field) => bitmap(field, this.capacity))
    this.halves = this.values.map((column) =>
      column instanceof BigInt64Array ? new Int32Array(column.buffer) : new Int32Array(0),
    )
  }

  /** Makes room for more rows. */
  grow(capacity: number): void {
    const { present, values } = this
    this.capacity = capacity
    this.allocate()
    this.values.forEach((column, k) => {
      const old = values[k]!
      if (Array.isArray(column)) for (let i = 0; i < old.length; i++) column[i] = old[i]
      else column.set(old as never)
    })
    this.present.forEach((bits, k) => bits.set(present[k]!))
  }

  /** Returns the first `length` rows, not copied unless much room is unused. */
  take(length: number, makeRows: RowMaker): ColumnStore {
    fillGaps(this.fields, this.values, this.present, length)
    const roomy = this.capacity > 1.25 * length
    const cut = <A extends Exclude<Values, Array<unknown>>>(array: A, end: number): A =>
      (roomy ? array.slice(0, end) : array.subarray(0, end)) as A
    return new ColumnStore(
      this.fields,
      this.values.map((column) => (Array.isArray(column) ? column.slice(0, length) : cut(column, length))),
      this.present.map((bits) => cut(bits, Math.min(bits.length, (length + 7) >> 3))),
      length,
      makeRows,
    )
  }
}
