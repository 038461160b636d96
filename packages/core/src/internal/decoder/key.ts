import type { ScannedField } from "./columnBuffers.js"

/** What a scanner needs of a key: the JIT reads the properties of one object faster than elements of several arrays. */
export interface Key {
  readonly number: number
  /** The key as JSON. */
  readonly json: string
  /** The same with its colon, and with spaces to make four bytes. */
  readonly bytes: Uint8Array
  /** The first four bytes. */
  readonly word: number
  /** The field that has its values; a key that no field has is skipped. */
  readonly field: ScannedField | undefined
  /** The last row that has the key. */
  seen: number
  /** The key that followed it in the last row that has it. */
  next: Key
}

/** The four bytes at a position, as one integer. */
export const word = (b: Uint8Array, p: number): number =>
  b[p]! | (b[p + 1]! << 8) | (b[p + 2]! << 16) | (b[p + 3]! << 24)

/** A key that is expected to be followed by the key `next`, or else by itself. */
export const makeKey = (number: number, json: string, field?: ScannedField, next?: Key): Key => {
  const bytes = new TextEncoder().encode(`${json}:`.padEnd(4))
  const key = { number, json, bytes, word: word(bytes, 0), field, seen: 0, next: next! }
  key.next ??= key
  return key
}
