/**
 * The columns that a scanner writes into: for each field an array at the field's index.
 */
import { allocate, bitmap, type Field as ColumnField, type Values } from "./column.js"
import { ColumnStore } from "./columnStore.js"
import type { Field, Struct, Test, Value } from "./layout.js"
import type { RowMaker } from "./rowMaker.js"

/** A field whose value is a number, an exact integer, a boolean or (`"other"`) a string. */
export interface Cell extends ColumnField {
  readonly wire: string
  readonly nullIsAbsent: boolean
  readonly test: Test | undefined
}

const kindOf = (value: Value): ColumnField["kind"] | undefined => {
  switch (value._tag) {
    case "Number":
      return "number"
    case "Int64":
      return "bigint"
    case "Boolean":
      return "boolean"
    case "String":
      return "other"
    case "Literal":
      return value.literals.every((literal) => typeof literal === "string") ? "other" : undefined
    default:
      return undefined
  }
}

const testOf = ({ tests, ...value }: Value): Test | undefined => {
  const all: ReadonlyArray<Test> =
    value._tag === "Literal" ? [(string) => value.literals.includes(string as string), ...tests] : tests
  return all.length < 2 ? all[0] : (value) => all.every((test) => test(value))
}

const cellOf = ({ name, nullIsAbsent, optional, value, wire }: Field): Cell | undefined => {
  const kind = kindOf(value)
  return kind && { wire, name, kind, optional, nullIsAbsent, test: testOf(value) }
}

/** The fields of a row that a scanner reads; `undefined` where it has others. */
export const cellsOf = (layout: Struct): ReadonlyArray<Cell> | undefined => {
  const cells = layout.fields.map(cellOf).filter((cell) => cell !== undefined)
  return layout.tests.length === 0 && cells.length === layout.fields.length ? cells : undefined
}

export class Sheet {
  values: Array<Values> = []
  present: Array<Uint8Array> = []
  /** The 64-bit integers among the values, as halves. */
  halves: Array<Int32Array> = []

  constructor(
    readonly cells: ReadonlyArray<Cell>,
    public capacity: number,
  ) {
    this.allocate()
  }

  private allocate(): void {
    this.values = this.cells.map((cell) => allocate(cell, this.capacity))
    this.present = this.cells.map((cell) => bitmap(cell, this.capacity))
    this.halves = this.values.map((column) =>
      column instanceof BigInt64Array ? new Int32Array(column.buffer) : new Int32Array(0),
    )
  }

  /** Room for more rows. */
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

  /** The first rows, as they are; the room that is left over is kept only while it is small. */
  take(length: number, makeRows: RowMaker): ColumnStore {
    const roomy = this.capacity > 1.25 * length
    const cut = <A extends Exclude<Values, Array<unknown>>>(array: A, end: number): A =>
      (roomy ? array.slice(0, end) : array.subarray(0, end)) as A
    return new ColumnStore(
      this.cells,
      this.values.map((column) => (Array.isArray(column) ? column.slice(0, length) : cut(column, length))),
      this.present.map((bits) => cut(bits, Math.min(bits.length, (length + 7) >> 3))),
      length,
      makeRows,
    )
  }
}
