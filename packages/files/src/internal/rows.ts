/** Rows and columns of an endpoint, as they travel in streams. */
import * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/Endpoint"

/** A row of an endpoint. */
export type Row<E extends Endpoint.AnyRows> = E[Endpoint.TypeId]["row"]

/** An element of a stream: one row, or a chunk of rows in columns. */
export type RowOrColumns<E extends Endpoint.AnyRows> = Row<E> | Columns.Columns<Row<E>>

/** Whether an element is a chunk in columns. No endpoint has a field of this name that is a function. */
export const isColumns = (element: object): element is Columns.Columns<unknown> =>
  typeof (element as { toRows?: unknown }).toRows === "function"

/** Number of rows of an element. */
export const lengthOf = (element: object): number => (isColumns(element) ? element.length : 1)

/** Elements as chunks in columns: rows that follow one another become one chunk. */
export const toColumns = <E extends Endpoint.AnyRows>(
  endpoint: E,
  elements: Iterable<RowOrColumns<E>>,
): ReadonlyArray<Columns.Columns<Row<E>>> => {
  const parts: Array<Columns.Columns<Row<E>>> = []
  let rows: Array<Row<E>> = []
  const flush = () => {
    if (rows.length > 0) parts.push(Columns.fromRows<Row<E>, unknown>(endpoint.row, rows))
    rows = []
  }
  for (const element of elements) {
    if (isColumns(element)) {
      flush()
      parts.push(element as Columns.Columns<Row<E>>)
    } else rows.push(element)
  }
  flush()
  return parts
}
