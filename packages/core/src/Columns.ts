/**
 * Rows in columns: one typed array per field, as in columnar formats.
 *
 * @module
 */
import type * as Schema from "effect/Schema"
import type { Checkpoint } from "./Checkpoint.js"
import type { InvalidRow } from "./declare/Envelope.js"
import * as column from "./internal/decoder/column.js"
import * as store from "./internal/decoder/columnStore.js"

/** Type of the array for values of type `A`. */
export type Column<A> = [A] extends [number]
  ? Float64Array
  : [A] extends [bigint]
    ? BigInt64Array
    : [A] extends [boolean]
      ? Uint8Array
      : ReadonlyArray<A | undefined>

/** Keys of the optional fields of a row. */
export type OptionalKeys<Row> = { [K in keyof Row]-?: {} extends Pick<Row, K> ? K : never }[keyof Row]

/**
 * A chunk of rows as columns. Do not write to the arrays: the chunk uses them.
 */
export interface Columns<Row> {
  /** Number of rows. */
  readonly length: number
  /**
   * One array per field: numbers in a `Float64Array`, exact integers in a `BigInt64Array`, booleans
   * in a `Uint8Array` (0 or 1), everything else in a plain array. A row without an optional field
   * has `NaN`, `0n`, `0` or `undefined` there.
   */
  readonly columns: { readonly [K in keyof Row]-?: Column<Exclude<Row[K], undefined>> }
  /**
   * Bitmap of the rows that have it, for each optional field, laid out like a validity bitmap of
   * Apache Arrow: row `i` is bit `i % 8`, least significant first, of byte `i >> 3`.
   */
  readonly present: { readonly [K in OptionalKeys<Row>]: Uint8Array }
  /** Rows skipped by `onInvalidRow: "skip"`, with the reasons; absent if none, and in a chunk made from another one. */
  readonly invalid?: ReadonlyArray<InvalidRow>
  /**
   * Whether prices and volumes of bars are adjusted for splits: as the response said, else as requested; stated again
   * in every chunk that is made from this one. Of rows gathered from several chunks, true if some are adjusted.
   * Absent where it is not known, and for rows other than bars.
   */
  readonly adjusted?: boolean
  /**
   * Number of rows left out because they are identical to an earlier row of the page; absent if
   * none, and in a chunk made from another one.
   */
  readonly repeated?: number
  /**
   * Checkpoint after the chunk, in a stream with `Checkpoints.layer`; absent like that of a page,
   * and in a chunk made from another one.
   */
  readonly checkpoint?: Checkpoint
  /** Returns the row at an index, as an object. */
  readonly row: (index: number) => Row
  /** Returns the rows from `start` (default 0) up to, not including, `end` (default: all), as objects. */
  readonly toRows: (start?: number, end?: number) => ReadonlyArray<Row>
}

/** Arrays for {@link make}. */
export interface Arrays<Row> {
  /** Number of rows. */
  readonly length: number
  /** One array per field. */
  readonly columns: Partial<Columns<Row>["columns"]>
  /** Bitmap for each optional field with an array. */
  readonly present: Partial<Columns<Row>["present"]>
}

/**
 * Converts rows to columns. The schema defines the fields and their types; the rows are not checked.
 */
export const fromRows = <Row, I>(schema: Schema.Schema<Row, I>, rows: ReadonlyArray<Row>): Columns<Row> =>
  store.fromRows(column.fieldsOf(schema.ast), rows) as unknown as Columns<Row>

/**
 * Makes columns of filled arrays, such as from a file, without copying. Fields without an array are
 * missing in the rows. Nothing is checked: arrays and bitmaps must have the layout of
 * {@link Columns}, with `NaN`, `0n`, `0` or `undefined` where a row lacks the field.
 */
export const make = <Row, I>(
  schema: Schema.Schema<Row, I>,
  { columns, length, present }: Arrays<Row>,
): Columns<Row> => {
  const fields = column.fieldsOf(schema.ast).filter(({ name }) => Object.hasOwn(columns, name))
  const values = fields.map(({ name }) => columns[name as keyof Row] as column.ColumnValues)
  const bitmaps = fields.map(({ name }) => (present as Record<string, Uint8Array>)[name] ?? new Uint8Array())
  return new store.ColumnStore(fields, values, bitmaps, length) as unknown as Columns<Row>
}

/**
 * Returns the rows from `start` up to, not including, `end`. They share the memory of `self`; only
 * bitmaps are copied, when `start` is not a multiple of 8.
 */
export const slice = <Row>(self: Columns<Row>, start: number, end: number = self.length): Columns<Row> =>
  store.slice(self as unknown as store.ColumnStore, start, end) as unknown as Columns<Row>

/**
 * Returns the rows of several ranges (`[start, end)`, each within `self`), one range after the
 * other. The arrays are copies and do not keep those of `self` in memory.
 */
export const ranges = <Row>(
  self: Columns<Row>,
  ranges: ReadonlyArray<readonly [start: number, end: number]>,
): Columns<Row> => store.ranges(self as unknown as store.ColumnStore, ranges) as unknown as Columns<Row>

/** Replaces the values of some columns; each array must be as long as the replaced one. */
export const replace = <Row>(self: Columns<Row>, columns: Partial<Columns<Row>["columns"]>): Columns<Row> =>
  store.replace(self as unknown as store.ColumnStore, columns as never) as unknown as Columns<Row>

/**
 * States whether the bars are adjusted for splits. For code that adjusts them, or knows it from elsewhere; the arrays
 * are shared.
 */
export const withAdjusted = <Row>(self: Columns<Row>, adjusted: boolean): Columns<Row> =>
  store.adjusted(self as unknown as store.ColumnStore, adjusted) as unknown as Columns<Row>

/**
 * Adds columns, each as long as the others. A column with the name of an optional one replaces it:
 * every row has it then.
 */
export const extend = <Row, Extra extends object>(
  self: Columns<Row>,
  columns: Columns<Required<Extra>>["columns"],
): Columns<Omit<Row, keyof Extra> & Required<Extra>> =>
  store.extend(self as unknown as store.ColumnStore, columns as never) as unknown as Columns<
    Omit<Row, keyof Extra> & Required<Extra>
  >

/**
 * Copies rows of several chunks into one: row `i` is row `rows[i]` of `parts[i]`. All parts must be
 * of the same endpoint; there must be at least one.
 */
export const gather = <Row>(parts: ReadonlyArray<Columns<Row>>, rows: ArrayLike<number>): Columns<Row> =>
  store.gather(parts as unknown as ReadonlyArray<store.ColumnStore>, rows) as unknown as Columns<Row>
