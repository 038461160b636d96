/**
 * Reads record batches as rows in columns. A column is read by its meaning: files of other programs
 * have other types for the same.
 */
import type { Columns } from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type { Data, RecordBatch, Schema } from "apache-arrow"
import * as FileSchema from "../../FileSchema.js"
import * as Arrays from "../arrays.js"
import * as Bits from "../bits.js"
import { hint } from "../nearest.js"
import * as Record from "../record.js"
import type { Row } from "../rows.js"
import * as Fast from "./fast.js"
import type { Arrow } from "./library.js"
import { lacking, mismatch, Problem, type ReadAt } from "./problem.js"
import * as Values from "./values.js"

/** Reader of a row column from the record batches of a file. */
interface Reader {
  readonly column: FileSchema.Column
  /** Index in the file; `undefined` for an optional column that the file lacks. */
  readonly index: number | undefined
  readonly read: ReadAt
  /** Empty array of the column's kind. */
  readonly empty: Arrays.Values
}

/** Reads rows of an endpoint from the batches of one file. */
export class RowReader<E extends Endpoint.AnyRows> {
  private constructor(
    private readonly arrow: Arrow,
    private readonly record: Record.Record<E>,
    private readonly readers: ReadonlyArray<Reader>,
  ) {}

  /**
   * Matches the wanted columns (default: all) with those of a file. `names` are all names of the
   * file, if the schema has only some.
   *
   * @throws FileError if a required column is missing, or a column has a type of another meaning
   */
  static of<E extends Endpoint.AnyRows>(
    arrow: Arrow,
    endpoint: E,
    schema: Schema,
    wanted: ReadonlyArray<string> | undefined,
    // A field may lack its name.
    names: ReadonlyArray<string> = schema.fields.map(({ name }) => (name as string | null) ?? ""),
  ): RowReader<E> {
    const all = FileSchema.of(endpoint)
    const known = all.map(({ name }) => name)
    const unknown = wanted?.find((name) => !known.includes(name))
    if (unknown !== undefined) {
      throw mismatch(unknown, `rows of ${endpoint.name} have no such column.${hint(unknown, known)}`)
    }
    // Damage can leave a field without a name.
    const found = schema.fields.map(({ name }) => (name as string | null) ?? "")
    const record = Record.of(endpoint)
    const { columns } = Arrays.of(record.fromRows([]))
    const readers = all
      .filter(({ name }) => wanted === undefined || wanted.includes(name))
      .map((column): Reader => {
        const { name, optional, type } = column
        const empty = columns[name]!
        const index = found.indexOf(name)
        if (index >= 0) return { column, index, empty, read: Values.of(arrow, type, schema.fields[index]!, name) }
        if (optional) return { column, index: undefined, empty, read: () => () => undefined }
        throw mismatch(name, `the file has no such column.${hint(name, names)}`)
      })
    return new RowReader(arrow, record, readers)
  }

  /**
   * Returns the rows of a record batch, whose columns may have any order. `before` is the number of
   * rows in batches before this one.
   *
   * @throws FileError for a value that is invalid in a row
   */
  columns(batch: RecordBatch, before: number): Columns<Row<E>> {
    const length = batch.numRows
    const columns: { [name: string]: Arrays.Values } = {}
    const present: { [name: string]: Uint8Array } = {}
    const fields = batch.schema.fields.map(({ name }) => name)
    for (const reader of this.readers) {
      const { name, optional } = reader.column
      const data = reader.index === undefined ? undefined : batch.data.children[fields.indexOf(name)]!
      const bits = validity(data, length)
      if (optional) present[name] = bits ?? full(length)
      else if (bits !== undefined) throw lacking(name, before + firstAbsent(bits))
      columns[name] = data === undefined ? absent(reader.empty, length) : this.values(reader, data, bits, before)
    }
    return this.record.fromArrays({ columns, present }, length)
  }

  private values(
    { column, empty, read }: Reader,
    data: Data,
    bits: Uint8Array | undefined,
    before: number,
  ): Arrays.Values {
    const fast = Fast.of(this.arrow, column.type, empty, data, bits)
    if (fast !== undefined) return fast
    const { length } = data
    const values = absent(empty, length)
    const at = read(data)
    let i = 0
    try {
      for (; i < length; i++) if (bits === undefined || Bits.has(bits, i)) values[i] = at(i) as never
    } catch (error) {
      throw error instanceof Problem ? error.in(before + i) : error
    }
    return values
  }
}

/** Makes an array of absent values. */
const absent = (empty: Arrays.Values, length: number): Arrays.Values =>
  empty instanceof Float64Array
    ? new Float64Array(length).fill(NaN)
    : empty instanceof BigInt64Array
      ? new BigInt64Array(length)
      : empty instanceof Uint8Array
        ? new Uint8Array(length)
        : new Array<unknown>(length).fill(undefined)

const full = (length: number): Uint8Array => {
  const bits = new Uint8Array((length + 7) >> 3).fill(255)
  if ((length & 7) !== 0) bits[bits.length - 1] = (1 << (length & 7)) - 1
  return bits
}

const firstAbsent = (bits: Uint8Array): number => {
  let i = 0
  while (Bits.has(bits, i)) i++
  return i
}

/** Returns a copy of a column's bitmap, without bits beyond the last row; `undefined` if all its values are present. */
const validity = (data: Data | undefined, length: number): Uint8Array | undefined => {
  const bits = new Uint8Array((length + 7) >> 3)
  if (data === undefined) return bits
  // A column of the type Null has no bitmap.
  if (String(data.type) === "Null") return length === 0 ? undefined : bits
  if (data.nullCount === 0) return undefined
  Bits.copy(data.nullBitmap, data.offset, bits, 0, length)
  return bits
}
