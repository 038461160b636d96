/**
 * Options of reading files of columns.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type { Row } from "./Rows.js"

/** Options of reading. */
export interface ReadOptions<Name extends string = string> {
  /** Names of the columns to read. Default: all. */
  readonly columns?: ReadonlyArray<Name> | undefined
}

/** Rows of an endpoint with the named columns; with all of them if the names are known only at run time. */
export type Selected<E extends Endpoint.AnyRows, Name extends string> = string extends Name
  ? Row<E>
  : Pick<Row<E>, Name & keyof Row<E>>
