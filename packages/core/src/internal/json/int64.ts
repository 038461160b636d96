/**
 * How exact 64-bit integers, and identifiers that are numbers, are read digit by digit. Their schema carries it as an annotation, so that a program without them
 * does not carry its code.
 */
import type * as AST from "effect/SchemaAST"

/** The annotation of the schema of exact 64-bit integers. */
export const Int64Mark: unique symbol = Symbol.for("@candela/core/Int64")

export interface Int64Reader {
  /** What a row holds: the integer, or its digits. */
  readonly _tag: "bigint" | "text"
  /** What a refused value should be, in words. */
  readonly expected: string
  /** The row's value of a wire value; `undefined` if it is none, or if an integer is not a safe one. */
  readonly parse: (input: unknown) => unknown
  /**
   * Writes the integer at `p` to element `index` of a `BigInt64Array`, as two halves through an `Int32Array` on the same memory. Returns the position after the
   * integer; negative if there is none, or if it does not fit 64 bits.
   */
  readonly read: (b: Uint8Array, p: number, halves: Int32Array, index: number) => number
  /** The document with quotation marks around the exact integers. */
  readonly quote: (b: Uint8Array, exact: ReadonlyArray<Exact>) => Uint8Array
}

/** The reader of an exact integer; `undefined` for other schemas. */
export const int64ReaderOf = (ast: AST.AST): Int64Reader | undefined =>
  ast.annotations[Int64Mark] as Int64Reader | undefined

/** Exact 64-bit integers in a document. */
export interface Exact {
  readonly reader: Int64Reader
  /** The steps that lead to them: keys, indices of tuples, and `items`. */
  readonly path: ReadonlyArray<string | number | typeof items>
}

/** Stands for every element of an array, except those that a path names by their index. */
export const items: unique symbol = Symbol()
