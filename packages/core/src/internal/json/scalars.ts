/** Reads numbers and strings from bytes, exactly as `JSON.parse` does. */
import { asciiText, skipNumber, skipString, text } from "./tokenizer.js"

/** Position after the last value read. */
export interface Position {
  at: number
}

/** Powers of ten that a double represents exactly. */
export const POWERS: ReadonlyArray<number> = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
]

/**
 * Reads any number, also with an exponent or with more digits than a double can add up exactly. `NaN`
 * if there is none, and for one beyond the range of a double: `JSON.parse` would make it infinite.
 */
export const readNumber = (b: Uint8Array, p: number, cursor: Position): number => {
  const end = skipNumber(b, p)
  if (end < 0) return NaN
  cursor.at = end
  const number = Number(asciiText(b, p, end))
  // protects: A number beyond the range of a double is refused, not infinite.
  // mutant: "a number beyond a double is refused": Number.isFinite(number) ? number : NaN → number
  return Number.isFinite(number) ? number : NaN
}

/** Reads the string whose opening quote is at `p`; `undefined` if there is none. */
export const readString = (b: Uint8Array, p: number, cursor: Position): string | undefined => {
  if (b[p] !== 34) return undefined
  let end = p + 1
  let bits = 0
  for (let c = b[end]; c !== 34; c = b[++end]) {
    if (c === undefined || c < 32) return undefined
    if (c === 92) {
      end = skipString(b, p)
      if (end < 0) return undefined
      cursor.at = end
      return JSON.parse(text(b, p, end)) as string
    }
    bits |= c
  }
  cursor.at = end + 1
  return bits < 128 ? asciiText(b, p + 1, end) : text(b, p + 1, end)
}
