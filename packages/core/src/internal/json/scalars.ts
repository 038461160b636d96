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

/** Number of digits that a double tells apart. */
const EXACT = 15

/**
 * Reads the digits at `p` as text, up to the first other character; `undefined` if there are none, too many for a
 * double, or zeros before the first one. Platforms write a number several times as fast as they join characters.
 */
export const readDigits = (b: Uint8Array, p: number, cursor: Position): string | undefined => {
  let end = p
  let number = 0
  for (let digit = 0; (digit = b[end]! ^ 48) < 10; end++) number = number * 10 + digit
  const digits = end - p
  if (digits === 0 || digits > EXACT || (digits > 1 && b[p] === 48)) return undefined
  cursor.at = end
  return String(number)
}

/** Reads an identifier: a string, or the digits of a number; `undefined` for any other number. */
export const readId = (b: Uint8Array, p: number, cursor: Position): string | undefined => {
  if (b[p] === 34) return readString(b, p, cursor)
  const digits = readDigits(b, p, cursor)
  const next = b[cursor.at]
  return next === 46 || next === 101 || next === 69 ? undefined : digits
}

/** Reads the string whose opening quote is at `p`; `undefined` if there is none. */
export const readString = (b: Uint8Array, p: number, cursor: Position): string | undefined => {
  if (b[p] !== 34) return undefined
  if ((b[p + 1]! ^ 48) < 10) {
    const digits = readDigits(b, p + 1, cursor)
    if (digits !== undefined && b[cursor.at] === 34) {
      cursor.at++
      return digits
    }
  }
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
