/**
 * Rows of an endpoint in streams: one by one, or in columns.
 *
 * @module
 */
import type * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"

/** A row of an endpoint. */
export type Row<E extends Endpoint.AnyRows> = E[Endpoint.TypeId]["row"]

/** An element of a stream: one row, or a chunk of rows in columns. */
export type RowOrColumns<E extends Endpoint.AnyRows> = Row<E> | Columns.Columns<Row<E>>
