/**
 * What the next rows are expected to look like, from those before, and the generated scanner for such rows.
 */
import { skipKey, skipSpace, skipValue } from "../json/tokenizer.js"
import { generate, type Scan, type Seen } from "./generator.js"
import type { Scanner } from "./scanner.js"

/** How many scanners are kept. */
const KEPT = 8

/**
 * How many scanners may be written at first, and for how many rows that were read without one it may write another. Writing and compiling a scanner
 * takes about as long as reading some hundred rows without it.
 */
const FIRST = 16
const ROWS_PER_SCANNER = 1024

const isWithin = (part: ReadonlyArray<number>, whole: ReadonlyArray<number>): boolean => {
  let found = 0
  for (const k of whole) if (k === part[found]) found++
  return found === part.length
}

/** Both orders in one, where they agree. */
const merge = (self: ReadonlyArray<number>, that: ReadonlyArray<number>): ReadonlyArray<number> | undefined => {
  const merged = [...self]
  that.forEach((k, place) => {
    if (!merged.includes(k)) merged.splice(place === 0 ? 0 : merged.indexOf(that[place - 1]!) + 1, 0, k)
  })
  return isWithin(that, merged) ? merged : undefined
}

export class Expectation {
  scan: Scan | undefined
  private seen: Seen | undefined
  private readonly kept = new Map<string, Scan>()
  private written = 0

  constructor(private readonly scanner: Scanner) {}

  /**
   * Learns from a row that was not as expected: the one that the scanner has just read, after `misses` others of the document. Such a row may add keys to
   * those that are expected. It takes their place where it does not agree with them, but ever more rarely, so that odd rows among others do not.
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
    const before = this.seen?.colon === colon && this.seen.comma === comma ? this.seen : undefined
    if (before !== undefined && isWithin(row, before.order)) return
    const merged = before && merge(before.order, row)
    if (before && merged) this.expect({ ...before, order: merged })
    else if ((misses & (misses - 1)) === 0) this.expect({ order: row, colon, comma })
  }

  private expect(seen: Seen): void {
    const name = JSON.stringify(seen)
    const scan = this.kept.get(name) ?? this.generate(seen)
    if (scan === undefined) return
    this.scan = scan
    this.seen = seen
    // The one that was expected last stands last.
    this.kept.delete(name)
    this.kept.set(name, scan)
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value!)
  }

  private generate(seen: Seen): Scan | undefined {
    this.written++
    return generate(this.scanner, seen)
  }
}
