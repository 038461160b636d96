/**
 * Rows, column by column: one typed array per field, as columnar formats hold them.
 *
 * @module
 */
import type * as Schema from "effect/Schema"
import * as column from "./internal/decoder/column.js"
import * as store from "./internal/decoder/columnStore.js"

/** The array that holds a column of values of type `A`. */
export type Column<A> = [A] extends [number]
  ? Float64Array
  : [A] extends [bigint]
    ? BigInt64Array
    : [A] extends [boolean]
      ? Uint8Array
      : ReadonlyArray<A | undefined>

/** The keys of the fields that a row may lack. */
export type OptionalKeys<Row> = { [K in keyof Row]-?: {} extends Pick<Row, K> ? K : never }[keyof Row]

/**
 * A chunk of rows as columns. The arrays are the chunk's own: take them as they are, and do not write to them.
 */
export interface Columns<Row> {
  /** How many rows there are. */
  readonly length: number
  /**
   * One array per field: numbers in a `Float64Array`, exact integers in a `BigInt64Array`, booleans in a `Uint8Array` (0 or 1), everything else in
   * a plain array. Where a row lacks an optional field stands `NaN`, `0n`, `0`, or `undefined`.
   */
  readonly columns: { readonly [K in keyof Row]-?: Column<Exclude<Row[K], undefined>> }
  /**
   * For each optional field a bitmap of the rows that have it: row `i` is bit `i % 8`, the least significant first, of byte `i >> 3`, as Apache
   * Arrow lays a validity bitmap out.
   */
  readonly present: { readonly [K in OptionalKeys<Row>]: Uint8Array }
  /** The row at an index, as an object. */
  readonly row: (index: number) => Row
  /** All the rows, as objects. */
  readonly toRows: () => ReadonlyArray<Row>
}

/**
 * Rows that are there already, as columns. The schema tells the fields and their types; the rows are not checked.
 */
export const fromRows = <Row, I>(schema: Schema.Schema<Row, I>, rows: ReadonlyArray<Row>): Columns<Row> =>
  store.fromRows(column.fieldsOf(schema.ast), rows) as unknown as Columns<Row>

/**
 * The rows from `start` up to, not including, `end`, on the same memory: nothing is copied, except bitmaps where `start` is no multiple of 8.
 */
export const slice = <Row>(self: Columns<Row>, start: number, end: number = self.length): Columns<Row> =>
  store.slice(self as unknown as store.ColumnStore, start, end) as unknown as Columns<Row>

/** Columns of priced volumes: what {@link vwap} needs of a chunk. */
export interface PricedVolumes {
  /** How many bars there are. */
  readonly length: number
  /** Their volumes, and prices in one currency. */
  readonly columns: { readonly volume: Float64Array; readonly close: Float64Array; readonly vwap?: Float64Array }
}

/**
 * The volume-weighted average price over a chunk of bars, in the price's currency: the sum of each bar's volume times its own volume-weighted
 * average price (its close where it has none), over the sum of the volumes. `undefined` when nothing was traded.
 */
export const vwap = (self: PricedVolumes): number | undefined => {
  const { volume, close, vwap } = self.columns
  let traded = 0
  let paid = 0
  for (let i = 0; i < self.length; i++) {
    const own = vwap?.[i] ?? NaN
    traded += volume[i]!
    paid += volume[i]! * (Number.isNaN(own) ? close[i]! : own)
  }
  return traded === 0 ? undefined : paid / traded
}
