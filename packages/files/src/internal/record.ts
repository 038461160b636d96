/**
 * Record of a row in a file: its fields are the columns. It is the row itself, except for endpoints
 * with rows of several kinds (the items of the unified snapshot): there it has the fields of all kinds.
 */
import * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Structure from "@candela/core/internal/Structure"
import * as Schema from "effect/Schema"
import type { Row } from "../Rows.js"
import type { Arrays } from "./arrays.js"

/** Records of an endpoint. */
export interface Record<E extends Endpoint.AnyRows> {
  /** Converts rows to a chunk. */
  readonly fromRows: (rows: ReadonlyArray<Row<E>>) => Columns.Columns<Row<E>>
  /** Makes a chunk from filled arrays. */
  readonly fromArrays: (arrays: Arrays, length: number) => Columns.Columns<Row<E>>
  /** Returns the rows of a chunk. */
  readonly toRows: (chunk: Columns.Columns<Row<E>>) => ReadonlyArray<Row<E>>
}

/** Returns the records of an endpoint's rows. */
export const of = <E extends Endpoint.AnyRows>({ row }: E): Record<E> => {
  const schema = row as Schema.Schema<Row<E>>
  const type = Structure.of(schema.ast)
  const rows = type._tag === "Struct" ? (type.rows as Schema.Schema<Row<E>> | undefined) : undefined
  const [encode, decode] = rows ? [Schema.encodeSync(rows), Schema.decodeSync(rows)] : []
  return {
    fromRows: (rows) => Columns.fromRows(schema, encode ? rows.map((row) => encode(row)) : rows),
    fromArrays: (arrays, length) => Columns.make(schema, { length, ...arrays } as never),
    toRows: (chunk) => (decode ? chunk.toRows().map((record) => decode(record)) : chunk.toRows()),
  }
}
