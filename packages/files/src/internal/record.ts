/**
 * Record of a row in a file: its fields are the columns. It is the row itself, except for endpoints with rows of several kinds (the items of the unified
 * snapshot): there it has the fields of all kinds.
 */
import * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/Endpoint"
import { identity } from "effect/Function"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
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

const make = <E extends Endpoint.AnyRows>(
  schema: Schema.Schema<Row<E>, unknown>,
  toRecord: ((row: Row<E>) => Row<E>) | undefined,
  toRow: (record: Row<E>) => Row<E>,
): Record<E> => ({
  fromRows: (rows) => Columns.fromRows(schema, toRecord === undefined ? rows : rows.map(toRecord)),
  fromArrays: (arrays, length) => Columns.make(schema, { length, ...arrays } as never),
  toRows: (chunk) => (toRecord === undefined ? chunk.toRows() : chunk.toRows().map(toRow)),
})

/** Returns the records of an endpoint's rows. */
export const of = <E extends Endpoint.AnyRows>({ row }: E): Record<E> => {
  const { ast } = row as Schema.Schema<Row<E>>
  if (!AST.isTransformation(ast) || !AST.isFinalTransformation(ast.transformation))
    return make<E>(row, undefined, identity)
  const kinds = Schema.make<Row<E>, Row<E>>(new AST.Transformation(AST.typeAST(ast.from), ast.to, ast.transformation))
  return make<E>(Schema.make(AST.typeAST(ast.from)), Schema.encodeSync(kinds), Schema.decodeSync(kinds))
}
