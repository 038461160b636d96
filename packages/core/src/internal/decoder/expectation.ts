/**
 * Expected shape of the next rows, learned from earlier rows, and the generated scanner for it.
 */
import { skipKey, skipSpace, skipValue } from "../json/tokenizer.js"
import { generate, type RowShape, type Scan } from "./generator.js"
import type { Scanner } from "./scanner.js"

/** Maximum number of kept generated scanners. */
const KEPT = 8

/**
 * Number of scanners that may be generated at first, and number of rows read without one after which another may
 * be generated. Generating and compiling a scanner takes about as long as reading some hundred rows without it.
 */
const FIRST = 16
const ROWS_PER_SCANNER = 1024

const isWithin = (part: ReadonlyArray<number>, whole: ReadonlyArray<number>): boolean => {
  let found = 0
  for (const k of whole) if (k === part[found]) found++
  return found === part.length
}

/** Merges two orders into one that contains both, if they agree. */
const merge = (self: ReadonlyArray<number>, that: ReadonlyArray<number>): ReadonlyArray<number> | undefined => {
  const merged = [...self]
  that.forEach((k, place) => {
    if (!merged.includes(k)) merged.splice(place === 0 ? 0 : merged.indexOf(that[place - 1]!) + 1, 0, k)
  })
  return isWithin(that, merged) ? merged : undefined
}

/** What is expected of the next rows. */
export interface Expectation {
  /** Generated scanner of such rows; `undefined` until one is known. */
  scan: Scan | undefined
  /**
   * Learns from an unexpected row, which the scanner has just read, after `misses` others in this
   * document. If its key order agrees with the expected one, its keys are added. Otherwise its
   * order replaces the expected one, but only at every power of two, so that rare odd rows do not.
   */
  readonly learn: (b: Uint8Array, misses: number) => void
}

/** Makes the expectation of the rows of a scanner. */
export const make = (scanner: Scanner): Expectation => {
  const kept = new Map<string, Scan>()
  let shape: RowShape | undefined
  let written = 0

  const expect = (next: RowShape): void => {
    const name = JSON.stringify(next)
    const scan = kept.get(name) ?? (written++, generate(scanner, next))
    if (scan === undefined) return
    self.scan = scan
    shape = next
    // Moves it to the end: the map is ordered by last use.
    kept.delete(name)
    kept.set(name, scan)
    if (kept.size > KEPT) kept.delete(kept.keys().next().value!)
  }

  const self: Expectation = {
    scan: undefined,
    learn: (b, misses) => {
      const { count, keys, last, order, total } = scanner
      if (count === 0 || count > order.length || written >= FIRST + total / ROWS_PER_SCANNER) return
      const row = Array.from(order.subarray(0, count))
      if (row.some((k) => k >= keys.length)) return
      const value = skipKey(b, skipSpace(b, last + 1))
      const end = skipValue(b, value)
      const colon = b[value] === 32 ? 1 : 0
      const comma = b[end] === 44 && b[end + 1] === 32 ? 1 : 0
      const before = shape?.colon === colon && shape.comma === comma ? shape.order : undefined
      if (before !== undefined && isWithin(row, before)) return
      const merged = before && merge(before, row)
      if (merged || (misses & (misses - 1)) === 0) expect({ order: merged ?? row, colon, comma })
    },
  }
  return self
}
