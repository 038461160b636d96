/**
 * Columns written by a scanner: one array per field, at the field's index.
 */
import * as Predicate from "effect/Predicate"
import * as Structure from "../Structure.js"
import { allocate, bitmap, type ColumnField, type ColumnValues } from "./column.js"
import { ColumnStore, fillGaps } from "./columnStore.js"
import { type Int64Reader, readerOf } from "../json/int64.js"
import { readString } from "../json/scalars.js"
import { type ValueReader, valueReaderOf } from "../json/valueReader.js"
import { allOf, hasOptions, layoutOf, literalsOf, type Test } from "./layout.js"
import type { RowMaker } from "./rowMaker.js"

/**
 * A field that a scanner reads: a number, an exact integer, a boolean, or (kind `"other"`) a string, an identifier or a
 * list of numbers.
 */
export interface ScannedField extends ColumnField {
  readonly wire: string
  /** Reader of a value of kind `"bigint"`. */
  readonly int64: Int64Reader | undefined
  /** Reader of a value of kind `"other"`. */
  readonly read: ValueReader | undefined
  readonly isList: boolean
  readonly test: Test | undefined
}

/** Column kinds of the values that a scanner reads itself. */
const kinds: Partial<Record<Structure.Type["_tag"], ColumnField["kind"]>> = {
  Number: "number",
  Int64: "bigint",
  Boolean: "boolean",
}

const scannedFieldOf = (field: Structure.Field): ScannedField | undefined => {
  const type = Structure.ofField(field)
  const { name, optional, wireKey: wire } = field
  const words = literalsOf(type)?.every(Predicate.isString) ? literalsOf(type) : undefined
  const read = words !== undefined || type._tag === "Text" ? readString : valueReaderOf(type)
  const kind = read === undefined ? kinds[type._tag] : "other"
  if (kind === undefined || hasOptions(type.ast) || (type._tag === "Union" && type.nullable)) return undefined
  const isWord: ReadonlyArray<Test> = words === undefined ? [] : [(value) => words.includes(value)]
  return {
    ...{ name, wire, optional, kind, read },
    int64: readerOf(type),
    isList: type._tag === "List",
    test: allOf([...isWord, ...type.tests]),
  }
}

/** Returns the fields of a row for a scanner; `undefined` if the row has a part that a scanner cannot read. */
export const scannedFieldsOf = (row: Structure.Type): ReadonlyArray<ScannedField> | undefined => {
  if (row._tag !== "Struct" || row.tests.length > 0 || hasOptions(row.ast)) return undefined
  const fields = layoutOf(row)
  const scanned = fields?.map(scannedFieldOf).filter((field) => field !== undefined)
  return scanned?.length === fields?.length ? scanned : undefined
}

export class ColumnBuffers {
  values: Array<ColumnValues> = []
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
    const { capacity, fields, present, values } = this
    fillGaps(fields, values, present, length)
    const cut = <A extends ColumnValues>(array: A, end: number): A =>
      (capacity > 1.25 * length || Array.isArray(array) ? array.slice(0, end) : array.subarray(0, end)) as A
    return new ColumnStore(
      fields,
      values.map((column) => cut(column, length)),
      present.map((bits) => cut(bits, Math.min(bits.length, (length + 7) >> 3))),
      length,
      makeRows,
    )
  }
}
