/** Reads identifiers: strings, most of them of digits, or the digits of numbers. */
import { type Position, readString } from "./scalars.js"

/** Number of digits that a double tells apart. */
const EXACT = 15

/**
 * Reads the digits at `p` as text, up to the first other character; `undefined` if there are none, too many for a
 * double, or zeros before the first one. Platforms write a number several times as fast as they join characters.
 */
const readDigits = (b: Uint8Array, p: number, cursor: Position): string | undefined => {
  let end = p
  let number = 0
  for (let digit = 0; (digit = b[end]! ^ 48) < 10; end++) number = number * 10 + digit
  const digits = end - p
  if (digits === 0 || digits > EXACT || (digits > 1 && b[p] === 48)) return undefined
  cursor.at = end
  return String(number)
}

/** Reads an identifier; `undefined` for a number that is not of digits alone, or of many. */
export const readId = (b: Uint8Array, p: number, cursor: Position): string | undefined => {
  const isQuoted = b[p] === 34
  const digits = readDigits(b, isQuoted ? p + 1 : p, cursor)
  const next = b[cursor.at]
  if (!isQuoted) return next === 46 || next === 101 || next === 69 ? undefined : digits
  if (digits === undefined || next !== 34) return readString(b, p, cursor)
  cursor.at++
  return digits
}
