/** Untyped columns of a chunk: `Columns` adds the types of the row. */
import * as Adjusted from "../Adjusted.js"
import { allocate, bitmap, type ColumnField, type DecodedRow, type ColumnValues } from "./column.js"
import { generated, has, interpreted, rowAt, type RowMaker } from "./rowMaker.js"

/** Fewest rows for which generating code pays. */
const FEWEST = 4096

export class ColumnStore {
  readonly columns: Readonly<Record<string, ColumnValues>>
  readonly present: Readonly<Record<string, Uint8Array>>
  readonly row: (index: number) => DecodedRow
  readonly slice: (start: number, end: number) => ReadonlyArray<DecodedRow>
  readonly toRows: (start?: number, end?: number) => ReadonlyArray<DecodedRow>
  /** Returns columns of some of the rows. */
  readonly of: (rows: ReadonlyArray<unknown>) => ColumnStore
  /**
   * Whether the rows are adjusted for splits; absent if that is not known. Set once, when the envelope of a new store
   * is read.
   */
  declare adjusted?: boolean

  constructor(
    fields: ReadonlyArray<ColumnField>,
    values: ReadonlyArray<ColumnValues>,
    present: ReadonlyArray<Uint8Array>,
    readonly length: number,
    // Generated on the first row that is asked for.
    makeRows: RowMaker = (length < FEWEST ? interpreted : generated)(fields),
  ) {
    this.columns = Object.fromEntries(fields.map(({ name }, k) => [name, values[k]!]))
    this.present = Object.fromEntries(
      fields.flatMap(({ name, optional }, k) => (optional ? [[name, present[k]!]] : [])),
    )
    this.row = (index) => {
      if (!(index >= 0 && index < length)) throw new RangeError(`there is no row ${index} among ${length}`)
      return rowAt(fields, values, present, index)
    }
    this.slice = (start, end) => makeRows(values, present, start, Math.min(end, length))
    this.toRows = (start = 0, end = length) => Adjusted.mark(this.slice(start, end), this.adjusted)
    this.of = (rows) => fromRows(fields, rows)
  }
}

/** Copies what is known of the rows of a store to one that was made of it. */
const like = (store: ColumnStore, made: ColumnStore): ColumnStore => withAdjusted(made, store.adjusted)

const withAdjusted = (made: ColumnStore, adjusted: boolean | undefined): ColumnStore => {
  // protects: Chunks of columns know whether they are adjusted, and so do those that are made of them.
  // mutant: "are refused by every way in which they arrive": never
  if (adjusted !== undefined) made.adjusted = adjusted
  return made
}

const fieldsOf = (store: ColumnStore): ReadonlyArray<ColumnField> =>
  Object.entries(store.columns).map(([name, values]) => ({
    name,
    kind: kindOfColumn(values),
    optional: Object.hasOwn(store.present, name),
  }))

/** Replaces the values of some columns. */
export const replace = (store: ColumnStore, columns: Readonly<Record<string, ColumnValues>>): ColumnStore => {
  const names = Object.keys(store.columns)
  const made = new ColumnStore(
    fieldsOf(store),
    names.map((name) => columns[name] ?? store.columns[name]!),
    names.map((name) => store.present[name] ?? new Uint8Array()),
    store.length,
  )
  return like(store, made)
}

/** Adds columns, which every row has. */
export const extend = (store: ColumnStore, columns: Readonly<Record<string, ColumnValues>>): ColumnStore => {
  const fields = fieldsOf(store).filter(({ name }) => !Object.hasOwn(columns, name))
  const further = Object.entries(columns)
  const made = new ColumnStore(
    [...fields, ...further.map(([name, values]) => ({ name, kind: kindOfColumn(values), optional: false }))],
    [...fields.map(({ name }) => store.columns[name]!), ...further.map(([, values]) => values)],
    [...fields.map(({ name }) => store.present[name] ?? new Uint8Array()), ...further.map(() => new Uint8Array())],
    store.length,
  )
  return like(store, made)
}

/**
 * Gathers rows: row `i` is row `rows[i]` of `parts[i]`. The fields are those of all parts: mocks
 * have only those of their rows.
 */
export const gather = (parts: ReadonlyArray<ColumnStore>, rows: ArrayLike<number>): ColumnStore => {
  const length = parts.length
  const known = new Map<string, ColumnField>()
  const distinct = new Set(parts)
  for (const part of distinct) for (const field of fieldsOf(part)) known.set(field.name, field)
  const fields = [...known.values()]
  const present = fields.map((field) => bitmap(field, length))
  const values = fields.map((field, k) => {
    const { name, optional } = field
    const out = allocate(field, length)
    const bits = present[k]!
    for (let i = 0; i < length; i++) {
      const part = parts[i]!
      const row = rows[i]!
      const column = part.columns[name]
      if (column === undefined) continue
      out[i] = column[row] as never
      if (optional && has(part.present[name]!, row)) bits[i >> 3]! |= 1 << (i & 7)
    }
    return out
  })
  fillGaps(fields, values, present, length)
  const adjusted = Adjusted.some(Array.from(distinct, (part) => part.adjusted))
  return withAdjusted(new ColumnStore(fields, values, present, length), adjusted)
}

/** Returns the rows from `start` up to, not including, `end`, in shared memory, except for bitmaps. */
export const slice = (store: ColumnStore, start: number, end: number): ColumnStore => {
  const from = Math.min(Math.max(0, start), store.length)
  const to = Math.min(Math.max(from, end), store.length)
  const columns = Object.entries(store.columns)
  const made = new ColumnStore(
    fieldsOf(store),
    columns.map(([, values]) => (Array.isArray(values) ? values.slice(from, to) : values.subarray(from, to))),
    columns.map(([name]) => sliceBits(store.present[name] ?? new Uint8Array(), from, to)),
    to - from,
    // Uses the code generated for the whole store.
    (_values, _present, first, last) => [...store.slice(from + first, from + last)],
  )
  return like(store, made)
}

/** Returns all rows, in shared memory, with another statement of whether they are adjusted. */
export const adjusted = (store: ColumnStore, adjusted: boolean): ColumnStore =>
  store.adjusted === adjusted ? store : withAdjusted(slice(store, 0, store.length), adjusted)

/** Returns the rows of several ranges, in their own memory. */
export const ranges = (store: ColumnStore, ranges: ReadonlyArray<readonly [number, number]>): ColumnStore => {
  const fields = fieldsOf(store)
  const length = ranges.reduce((sum, [start, end]) => sum + end - start, 0)
  const gather = (field: ColumnField) => {
    const from = store.columns[field.name]!
    const into = allocate(field, length)
    let at = 0
    for (const [start, end] of ranges) {
      if (Array.isArray(from)) for (let i = start; i < end; i++) into[at + i - start] = from[i] as never
      else (into as Float64Array).set(from.subarray(start, end) as Float64Array, at)
      at += end - start
    }
    return into
  }
  const gatherBits = (field: ColumnField) => {
    const from = store.present[field.name]!
    const into = bitmap(field, length)
    let at = 0
    for (const [start, end] of ranges) {
      copyBits(from, start, end, into, at)
      at += end - start
    }
    return into
  }
  const made = new ColumnStore(
    fields,
    fields.map(gather),
    fields.map((field) => (field.optional ? gatherBits(field) : bitmap(field, 0))),
    length,
  )
  return like(store, made)
}

const kindOfColumn = (values: ColumnValues): ColumnField["kind"] =>
  values instanceof Float64Array
    ? "number"
    : values instanceof BigInt64Array
      ? "bigint"
      : values instanceof Uint8Array
        ? "boolean"
        : "other"

/** Copies bits, eight at a time where the target is byte-aligned. */
const copyBits = (from: Uint8Array, start: number, end: number, into: Uint8Array, at: number): void => {
  const ahead = at - start
  for (let i = start; i < end;) {
    const to = i + ahead
    if ((to & 7) === 0 && end - i >= 8) {
      const shift = i & 7
      into[to >> 3] = (from[i >> 3]! >> shift) | (shift === 0 ? 0 : from[(i >> 3) + 1]! << (8 - shift))
      i += 8
    } else {
      into[to >> 3]! |= ((from[i >> 3]! >> (i & 7)) & 1) << (to & 7)
      i++
    }
  }
}

const sliceBits = (bits: Uint8Array, from: number, to: number): Uint8Array => {
  if (bits.length === 0 || (from & 7) === 0) return bits.subarray(from >> 3, (to + 7) >> 3)
  const out = new Uint8Array((to - from + 7) >> 3)
  copyBits(bits, from, to, out, 0)
  return out
}

/** Puts `NaN` where rows lack a number. */
export const fillGaps = (
  fields: ReadonlyArray<ColumnField>,
  values: ReadonlyArray<ColumnValues>,
  present: ReadonlyArray<Uint8Array>,
  length: number,
): void =>
  fields.forEach(({ kind, optional }, k) => {
    if (kind !== "number" || !optional) return
    const column = values[k]!
    const bits = present[k]!
    for (let i = 0; i < length; i++) if (!has(bits, i)) column[i] = NaN
  })

export const fromRows = (fields: ReadonlyArray<ColumnField>, rows: ReadonlyArray<unknown>): ColumnStore => {
  const present = fields.map((field) => bitmap(field, rows.length))
  const values = fields.map((field, k) => {
    const { name, optional } = field
    const column = allocate(field, rows.length)
    const bits = present[k]!
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as DecodedRow
      const value = row[name]
      // A field may be named `constructor`, which every object inherits.
      if (value === undefined || !Object.hasOwn(row, name)) continue
      column[i] = value as never
      if (optional) bits[i >> 3]! |= 1 << (i & 7)
    }
    return column
  })
  fillGaps(fields, values, present, rows.length)
  return withAdjusted(new ColumnStore(fields, values, present, rows.length), Adjusted.of(rows))
}
