/** The arrays of columns, untyped: what `Columns` of an endpoint's rows are made of. */
import * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/Endpoint"
import * as Record from "effect/Record"

/** The values of a column. */
export type Values = Float64Array | BigInt64Array | Uint8Array | Array<unknown>

/** The arrays of a chunk. */
export interface Arrays {
  /** One for each field. */
  readonly columns: Readonly<Record<string, Values>>
  /** One bitmap for each optional field. */
  readonly present: Readonly<Record<string, Uint8Array>>
}

/** The arrays of a chunk, without the types of its rows. */
export const of = (chunk: object): Arrays => chunk as Arrays

/** The arrays of a chunk without rows: they are of the right types. */
export const empty = (endpoint: Endpoint.AnyRows): Arrays => of(Columns.fromRows(endpoint.row, []))

/** An array of the type of another one, for `size` values; a plain array is empty. */
export const allocate = (like: Values, size: number): Values =>
  Array.isArray(like) ? [] : new (like.constructor as Float64ArrayConstructor)(size)

/** A bitmap for `size` rows. */
export const bitmap = (size: number): Uint8Array => new Uint8Array((size + 7) >> 3)

/** The first `length` of `size` values, in an array of just that length. */
export const cut = <A extends Values>(values: A, length: number): A =>
  (values.length === length ? values : values.slice(0, length)) as A

/** A chunk of these arrays. */
export const toColumns = <E extends Endpoint.AnyRows>(
  endpoint: E,
  { columns, present }: Arrays,
  length: number,
): Columns.Columns<E[Endpoint.TypeId]["row"]> =>
  Columns.make(endpoint.row, {
    length,
    columns: Record.map(columns, (values) => cut(values, length)),
    present: Record.map(present, (bits) => cut(bits, (length + 7) >> 3)),
  } as never) as never
