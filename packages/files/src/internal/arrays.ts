/** Untyped arrays of columns, of which `Columns` of an endpoint's rows consist. */
import * as Record from "effect/Record"

/** The values of a column. */
export type Values = Float64Array | BigInt64Array | Uint8Array | Array<unknown>

/** The arrays of a chunk. */
export interface Arrays {
  /** One array per field. */
  readonly columns: Readonly<Record<string, Values>>
  /** One bitmap per optional field. */
  readonly present: Readonly<Record<string, Uint8Array>>
}

/**
 * Returns the arrays of a chunk, without the types of its rows. Some may be missing, as in a chunk
 * read with selected columns.
 */
export const of = (chunk: object): Arrays => chunk as Arrays

/** Allocates an array of the same type for `size` values; a plain array is empty. */
export const allocate = (like: Values, size: number): Values =>
  Array.isArray(like) ? [] : new (like.constructor as Float64ArrayConstructor)(size)

/** Allocates a bitmap for `size` rows. */
export const bitmap = (size: number): Uint8Array => new Uint8Array((size + 7) >> 3)

/** Returns the first values, in an array of exactly that length. */
const cut = <A extends Values>(values: A, length: number): A =>
  (values.length === length ? values : values.slice(0, length)) as A

/** Returns the first values, in the same memory. */
const view = <A extends Values>(values: A, length: number): A =>
  (values.length === length ? values : (values as Float64Array).subarray(0, length)) as A

/** Returns a chunk of the first `length` rows in the memory of arrays, whose plain arrays have just those rows. */
export const first = ({ columns, present }: Arrays, length: number): Arrays => ({
  columns: Record.map(columns, (values) => view(values, length)),
  present: Record.map(present, (bits) => view(bits, (length + 7) >> 3)),
})

/** Trims arrays to a chunk of `length` rows. */
export const trim = ({ columns, present }: Arrays, length: number): Arrays => ({
  columns: Record.map(columns, (values) => cut(values, length)),
  present: Record.map(present, (bits) => cut(bits, (length + 7) >> 3)),
})
