/** Elements of streams: rows or columns. */
import type * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type { Row, RowOrColumns } from "../Rows.js"
import type { Record } from "./record.js"

export type { Row, RowOrColumns } from "../Rows.js"

/** Whether an element is a chunk in columns. No endpoint has a function field of this name. */
export const isColumns = (element: object): element is Columns.Columns<unknown> =>
  typeof (element as { toRows?: unknown }).toRows === "function"

/** Number of rows of an element. */
export const lengthOf = (element: object): number => (isColumns(element) ? element.length : 1)

/** Converts elements to chunks in columns: consecutive rows become one chunk. */
export const toColumns = <E extends Endpoint.AnyRows>(
  record: Record<E>,
  elements: Iterable<RowOrColumns<E>>,
): ReadonlyArray<Columns.Columns<Row<E>>> => {
  const parts: Array<Columns.Columns<Row<E>>> = []
  let rows: Array<Row<E>> = []
  const flush = () => {
    if (rows.length > 0) parts.push(record.fromRows(rows))
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
