/** Rows of one ticker that have come together: a page as columns, or a chunk of rows. */
import * as Columns from "@candela/core/Columns"
import type { TimeOrder } from "./plan.js"

/** A time: epoch milliseconds, or epoch nanoseconds as a `bigint`. */
export type Key = number | bigint

export interface Block {
  readonly length: number
  /** The rows' times; `undefined` where they are not needed. */
  readonly keys: ArrayLike<Key> | undefined
  /** The columns; `undefined` where the endpoint has none. */
  readonly columns: Columns.Columns<object> | undefined
  /** A row with its ticker. */
  readonly row: (index: number) => object
}

/** Rows that are made of columns at a time: few, because those of every ticker are held. */
const rowsAtATime = 32

export const ofColumns = (columns: Columns.Columns<object>, ticker: string, time: TimeOrder | undefined): Block => {
  const own = { ticker }
  let start = 0
  let rows: ReadonlyArray<object> = []
  return {
    length: columns.length,
    keys: time && (columns.columns as Readonly<Record<string, ArrayLike<Key>>>)[time.field],
    columns,
    row: (index) => {
      if (index < start || index >= start + rows.length) {
        start = index
        rows = Columns.slice(columns, index, index + rowsAtATime).toRows()
      }
      // The row was made here, for this alone.
      return Object.assign(rows[index - start]!, own)
    },
  }
}

export const ofRows = (rows: ReadonlyArray<object>, ticker: string, time: TimeOrder | undefined): Block => ({
  length: rows.length,
  keys: time && keysOf(rows as ReadonlyArray<Readonly<Record<string, unknown>>>, time),
  columns: undefined,
  row: (index) => ({ ...rows[index], ticker }),
})

/** A row without a time stays behind the row before it. */
const keysOf = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>, { field, sign }: TimeOrder) => {
  let last: Key = sign * -Infinity
  return rows.map(({ [field]: value }) => {
    if (value !== undefined) last = typeof value === "string" ? Date.parse(value) : (value as Key)
    return last
  })
}
