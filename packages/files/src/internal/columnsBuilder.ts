/** Builds chunks in columns, value by value. */
import type * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as FileSchema from "../FileSchema.js"
import * as Arrays from "./arrays.js"
import * as Bits from "./bits.js"
import type { Record } from "./record.js"
import type { Row } from "./rows.js"

/** Minimum capacity of a chunk, in rows. */
const LEAST = 64

/** A column of the next chunk. */
class Column {
  values!: Arrays.Values
  present: Uint8Array | undefined

  constructor(
    readonly name: string,
    private readonly like: Arrays.Values,
    private readonly optional: boolean,
    capacity: number,
  ) {
    this.clear(capacity)
  }

  clear(capacity: number): void {
    this.values = this.allocate(capacity)
    this.present = this.optional ? Arrays.bitmap(capacity) : undefined
  }

  /** Allocates values; missing numbers are `NaN`. */
  private allocate(capacity: number): Arrays.Values {
    const values = Arrays.allocate(this.like, capacity)
    return values instanceof Float64Array && this.optional ? values.fill(NaN) : values
  }

  grow(capacity: number): void {
    const { present, values } = this
    if (!Array.isArray(values)) {
      const grown = this.allocate(capacity) as Float64Array
      grown.set(values as Float64Array)
      this.values = grown
    }
    if (present === undefined) return
    this.present = Arrays.bitmap(capacity)
    this.present.set(present)
  }

  set(row: number, value: unknown): void {
    this.values[row] = value as never
    if (this.present !== undefined) Bits.set(this.present, row)
  }

  /** Returns the values; a plain array has `undefined` for missing values, up to its end. */
  cut(length: number): Arrays.Values {
    const { values } = this
    if (!Array.isArray(values)) return values
    for (let row = values.length; row < length; row++) values[row] = undefined
    return values
  }
}

/** Builds chunks of the rows of an endpoint, with some of its columns. */
export class ColumnsBuilder<E extends Endpoint.AnyRows> {
  length = 0
  private capacity = LEAST
  private readonly columns: ReadonlyArray<Column>

  constructor(
    private readonly record: Record<E>,
    schema: ReadonlyArray<FileSchema.Column>,
  ) {
    const { columns } = Arrays.of(record.fromRows([]))
    this.columns = schema.map(({ name, optional }) => new Column(name, columns[name]!, optional, this.capacity))
  }

  /** Sets the value of a column in the current row. */
  set(column: number, value: unknown): void {
    this.columns[column]!.set(this.length, value)
  }

  /** Ends the current row, whose required values are all set. */
  endRow(): void {
    this.length++
    if (this.length < this.capacity) return
    this.capacity *= 2
    for (const column of this.columns) column.grow(this.capacity)
  }

  /** Returns the rows so far. The next ones go to new arrays. */
  take(): Columns.Columns<Row<E>> {
    const { columns, length } = this
    const arrays = {
      columns: Object.fromEntries(columns.map((column) => [column.name, column.cut(length)])),
      present: Object.fromEntries(
        columns.flatMap(({ name, present }) => (present === undefined ? [] : [[name, present]])),
      ),
    }
    const chunk = this.record.fromArrays(Arrays.trim(arrays, length), length)
    // The next chunk has about as many rows.
    this.capacity = Math.max(LEAST, Math.ceil(1.25 * length))
    for (const column of columns) column.clear(this.capacity)
    this.length = 0
    return chunk
  }
}
