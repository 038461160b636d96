/** The arrays of columns, untyped: what `Columns` of an endpoint's rows are made of. */
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

/** The arrays of a chunk, without the types of its rows. It may lack some, as one that was read with a part of the columns. */
export const of = (chunk: object): Arrays => chunk as Arrays

/** An array of the type of another one, for `size` values; a plain array is empty. */
export const allocate = (like: Values, size: number): Values =>
  Array.isArray(like) ? [] : new (like.constructor as Float64ArrayConstructor)(size)

/** A bitmap for `size` rows. */
export const bitmap = (size: number): Uint8Array => new Uint8Array((size + 7) >> 3)

/** The first values, in an array of just that length. */
const cut = <A extends Values>(values: A, length: number): A =>
  (values.length === length ? values : values.slice(0, length)) as A

/** The arrays of a chunk of `length` rows. */
export const trim = ({ columns, present }: Arrays, length: number): Arrays => ({
  columns: Record.map(columns, (values) => cut(values, length)),
  present: Record.map(present, (bits) => cut(bits, (length + 7) >> 3)),
})
