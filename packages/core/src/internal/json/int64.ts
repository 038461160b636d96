/**
 * Reader of exact 64-bit integers, and of numeric identifiers, digit by digit. Their schema carries
 * it as data, so that a program without them does not include its code.
 */

export interface Int64Reader {
  /** Value in a row: the integer, or its digits. */
  readonly _tag: "bigint" | "text"
  /** Description of valid values, for errors. */
  readonly expected: string
  /** Converts a wire value to the row's value; `undefined` if it is invalid, or an unsafe integer. */
  readonly parse: (input: unknown) => unknown
  /**
   * Writes the integer at `p` to element `index` of a `BigInt64Array`, as two halves through an `Int32Array` on the
   * same memory. Returns the position after the integer; negative if there is none, or if it does not fit in 64 bits.
   */
  readonly read: (b: Uint8Array, p: number, halves: Int32Array, index: number) => number
  /** Whether integers are in order, ascending with the sign 1, and all different if `unique`. */
  readonly areInOrder: (values: BigInt64Array, length: number, sign: 1 | -1, unique: boolean) => boolean
  /** Returns the document with quotation marks around the exact integers. */
  readonly quote: (b: Uint8Array, exact: ReadonlyArray<Exact>) => Uint8Array
}

/**
 * Returns the reader of a type of exact integers or identifiers, a `Structure.Type`; `undefined` for any other type.
 */
export const readerOf = (type: object): Int64Reader | undefined => (type as { readonly reader?: Int64Reader }).reader

/** Exact 64-bit integers in a document. */
export interface Exact {
  readonly reader: Int64Reader
  /** Path to them: keys, and `items`. */
  readonly path: ReadonlyArray<string | typeof items>
}

/** Stands for every element of an array. */
export const items: unique symbol = Symbol()
