/** Rows of one ticker that were received together: a page as columns, or a chunk of rows. */
import * as Adjusted from "@candela/core/internal/Adjusted"
import * as Columns from "@candela/core/Columns"
import type { TimeOrder } from "./requests.js"

/** Time: epoch milliseconds, or epoch nanoseconds as a `bigint`. */
export type Key = number | bigint

export interface Block {
  readonly length: number
  /** Times of the rows; `undefined` where they are not needed. */
  readonly keys: ArrayLike<Key> | undefined
  /** The columns; `undefined` where the endpoint has none. */
  readonly columns: Columns.Columns<object> | undefined
  /** Whether the rows are adjusted for splits, as far as it is known. */
  readonly adjusted: boolean | undefined
  /** Returns the rows from `start` to `end` (not included), with their ticker. */
  readonly rows: (start: number, end: number) => ReadonlyArray<object>
}

/** Number of rows from which slicing the columns pays off. */
const sliced = 8

export const ofColumns = (columns: Columns.Columns<object>, ticker: string, time: TimeOrder | undefined): Block => {
  const own = { ticker }
  return {
    length: columns.length,
    keys: time && (columns.columns as Readonly<Record<string, ArrayLike<Key>>>)[time.field],
    columns,
    adjusted: columns.adjusted,
    // Rows are built only on demand: waiting rows would reach the old generation, and their memory
    // would be collected late.
    rows: (start, end) => {
      const rows =
        end - start < sliced
          ? Array.from({ length: end - start }, (_, index) => columns.row(start + index))
          : Columns.slice(columns, start, end).toRows()
      return rows.map((row) => Object.assign(row, own))
    },
  }
}

export const ofRows = (rows: ReadonlyArray<object>, ticker: string, time: TimeOrder | undefined): Block => ({
  length: rows.length,
  keys: time && keysOf(rows as ReadonlyArray<Readonly<Record<string, unknown>>>, time),
  columns: undefined,
  adjusted: Adjusted.of(rows),
  rows: (start, end) => rows.slice(start, end).map((row) => ({ ...row, ticker })),
})

/** A row without a time follows the previous row. */
const keysOf = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>, { field, sign }: TimeOrder) => {
  let last: Key = sign * -Infinity
  return rows.map(({ [field]: value }) => {
    if (value !== undefined) last = typeof value === "string" ? Date.parse(value) : (value as Key)
    return last
  })
}
