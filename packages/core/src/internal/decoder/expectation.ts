/**
 * Expected shape of the next rows, learned from earlier rows, and the generated scanner for it.
 */
import { skipKey, skipSpace, skipValue } from "../json/tokenizer.js"
import { generate, type Scan, type RowShape } from "./generator.js"
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

export class Expectation {
  scan: Scan | undefined
  private shape: RowShape | undefined
  private readonly kept = new Map<string, Scan>()
  private written = 0

  constructor(private readonly scanner: Scanner) {}

  /**
   * Learns from an unexpected row, which the scanner has just read, after `misses` others in this
   * document. If its key order agrees with the expected one, its keys are added. Otherwise its
   * order replaces the expected one, but only at every power of two, so that rare odd rows do not.
   */
  learn(b: Uint8Array, misses: number): void {
    const { count, keys, last, order, total } = this.scanner
    if (count === 0 || count > order.length || this.written >= FIRST + total / ROWS_PER_SCANNER) return
    const row = Array.from(order.subarray(0, count))
    if (row.some((k) => k >= keys.length)) return
    const value = skipKey(b, skipSpace(b, last + 1))
    const end = skipValue(b, value)
    const colon = b[value] === 32 ? 1 : 0
    const comma = b[end] === 44 && b[end + 1] === 32 ? 1 : 0
    const before = this.shape?.colon === colon && this.shape.comma === comma ? this.shape : undefined
    if (before !== undefined && isWithin(row, before.order)) return
    const merged = before && merge(before.order, row)
    if (before && merged) this.expect({ ...before, order: merged })
    else if ((misses & (misses - 1)) === 0) this.expect({ order: row, colon, comma })
  }

  private expect(shape: RowShape): void {
    const name = JSON.stringify(shape)
    const scan = this.kept.get(name) ?? this.generate(shape)
    if (scan === undefined) return
    this.scan = scan
    this.shape = shape
    // Moves it to the end: the map is ordered by last use.
    this.kept.delete(name)
    this.kept.set(name, scan)
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value!)
  }

  private generate(shape: RowShape): Scan | undefined {
    this.written++
    return generate(this.scanner, shape)
  }
}
