/**
 * Readers of identifiers and of lists of numbers. Their schemas carry them as data, so that a
 * program without such fields does not include their code.
 */
import type { Position } from "./scalars.js"

/** Reads the value at `p` and sets `cursor.at` to the position after it; `undefined` if it is not certainly right. */
export type ValueReader = (b: Uint8Array, p: number, cursor: Position) => unknown

/** Part of a type (`Structure.Type`), in the annotation of its schema. */
export interface Readable {
  /** Makes a reader of the type's values for one decoder, if it can. */
  readonly makeReader?: (type: object) => ValueReader | undefined
}

/** Makes a reader of a type's values, a `Structure.Type`; `undefined` if its schema carries none. */
export const valueReaderOf = (type: object): ValueReader | undefined => (type as Readable).makeReader?.(type)
