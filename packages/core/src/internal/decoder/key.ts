import type { ScannedField } from "./columnBuffers.js"

/** A key for a scanner: the JIT reads the properties of one object faster than elements of several arrays. */
export interface Key {
  readonly number: number
  /** The key as JSON. */
  readonly json: string
  /** The JSON key with its colon, padded with spaces to four bytes. */
  readonly bytes: Uint8Array
  /** First four bytes. */
  readonly word: number
  /** Field of its values; keys without a field are skipped. */
  readonly field: ScannedField | undefined
  /** Last row with the key. */
  seen: number
  /** Next key in the last row with this one. */
  next: Key
}

/** Returns the four bytes at a position as one integer. */
export const word = (b: Uint8Array, p: number): number =>
  b[p]! | (b[p + 1]! << 8) | (b[p + 2]! << 16) | (b[p + 3]! << 24)

/** Makes a key that is expected to be followed by the key `next`, or else by itself. */
export const makeKey = (number: number, json: string, field?: ScannedField, next?: Key): Key => {
  const bytes = new TextEncoder().encode(`${json}:`.padEnd(4))
  const key = { number, json, bytes, word: word(bytes, 0), field, seen: 0, next: next! }
  key.next ??= key
  return key
}
