/** Reads numbers and strings from bytes, exactly as `JSON.parse` does. */
import { asciiText, skipNumber, skipString, stringAt, text } from "./tokenizer.js"

/** The position after the last value that was read. */
export interface Cursor {
  at: number
}

/** Powers of ten that a double represents exactly. */
export const POWERS: ReadonlyArray<number> = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
]

/** Reads any number, also with an exponent or with more digits than a double can add up exactly. `NaN` if there is none. */
export const readNumber = (b: Uint8Array, p: number, cursor: Cursor): number => {
  const end = skipNumber(b, p)
  if (end < 0) return NaN
  cursor.at = end
  return Number(asciiText(b, p, end))
}

/** Reads the string whose opening quote is at `p`; `undefined` if there is none. */
export const readString = (b: Uint8Array, p: number, cursor: Cursor): string | undefined => {
  if (b[p] !== 34) return undefined
  let end = p + 1
  let bits = 0
  for (let c = b[end]; c !== 34; c = b[++end]) {
    if (c === undefined || c < 32) return undefined
    if (c === 92) {
      end = skipString(b, p)
      if (end < 0) return undefined
      cursor.at = end
      return stringAt(b, p, end)
    }
    bits |= c
  }
  cursor.at = end + 1
  return bits < 128 ? asciiText(b, p + 1, end) : text(b, p + 1, end)
}

/** The index of the lower half of a 64-bit integer. */
const LOW = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 0 : 1

const HALF = 2 ** 32

/**
 * Writes the integer at `p` to element `index` of a `BigInt64Array`, as two halves through an `Int32Array` on the same memory. Returns the position after the
 * integer; negative if there is none, or if it does not fit 64 bits.
 */
export const readInt64 = (b: Uint8Array, p: number, halves: Int32Array, index: number): number => {
  const negative = b[p] === 45
  const first = negative ? p + 1 : p
  p = first
  while ((b[p]! ^ 48) < 10) p++
  const digits = p - first
  if (digits === 0 || digits > 19 || (digits > 1 && b[first] === 48)) return -1
  // The digits before the last nine, and the last nine.
  let head = 0
  let tail = 0
  let i = first
  for (const split = p - 9; i < split; i++) head = head * 10 + (b[i]! ^ 48)
  for (; i < p; i++) tail = tail * 10 + (b[i]! ^ 48)
  // head * 1e9 + tail, in parts small enough to be exact: upper * 2^16 + lower.
  const upperHead = Math.floor(head / 65536)
  const upper = upperHead * 1e9
  const lower = (head - upperHead * 65536) * 1e9 + tail
  const upperHigh = Math.floor(upper / 65536)
  const rest = (upper - upperHigh * 65536) * 65536 + lower
  const carry = Math.floor(rest / HALF)
  let low = rest - carry * HALF
  let high = upperHigh + carry
  if (high >= HALF / 2) return -1
  if (negative) {
    high = low === 0 ? -high : -high - 1
    low = low === 0 ? 0 : HALF - low
  }
  halves[2 * index + LOW] = low
  halves[2 * index + 1 - LOW] = high
  return p
}
