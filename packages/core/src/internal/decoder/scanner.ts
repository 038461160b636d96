/**
 * Reads rows from a document's bytes into a sheet, guided by the layout's fields: each key is first compared with the one that stood there in the last
 * row. It gives up (a negative position) on everything that it is not certain to read as the schema does.
 */
import { POWERS, readInt64, readNumber, readString, type Cursor } from "../json/scalars.js"
import { skipSpace, skipString, skipValue, stringAt } from "../json/tokenizer.js"
import type { Cell, Sheet } from "./sheet.js"

/** How many keys that no field has are remembered: what a decoder keeps, and the code generated from it, must not grow with the documents. */
const STRANGERS = 32

/** The length in bytes, with the quotes, past which such a key is not remembered. */
const LONGEST = 64

const GIVE_UP = -1

const startsWith = (b: Uint8Array, p: number, word: string): boolean => {
  for (let i = 0; i < word.length; i++) if (b[p + i] !== word.charCodeAt(i)) return false
  return true
}

export class Scanner implements Cursor {
  /** Keys as they stand in a document, by their number: those of the fields come first, in the layout's order. */
  readonly keys: Array<string> = []
  /** The numbers of the keys of the row that was read last, in its order; where the row has more keys, the first of them. */
  readonly order: Int32Array
  /** How many keys that row has. */
  count = 0
  /** Where that row starts. */
  last = 0
  /** How many rows the sheet holds after a scan. */
  rows = 0
  /** How many rows it has read in all documents. */
  total = 0
  at = 0

  private readonly bytes: Array<Uint8Array> = []
  private readonly numbers = new Map<string, number>()
  /** Which key stood after each in the last row; before the first stands a key of its own. */
  private readonly next: Array<number>
  /** The row in which a field was seen last. */
  private readonly seen: Int32Array
  private row = 0
  private readonly required: number
  /** The fields that are `NaN` in rows without them. */
  private readonly gaps: ReadonlyArray<number>

  constructor(readonly cells: ReadonlyArray<Cell>) {
    for (const cell of cells) this.learn(cell.wire)
    this.order = new Int32Array(cells.length + STRANGERS)
    this.next = Array.from({ length: cells.length + STRANGERS + 2 }, (_, k) => (k < cells.length - 1 ? k + 1 : 0))
    this.seen = new Int32Array(cells.length)
    this.required = cells.filter((cell) => !cell.optional).length
    this.gaps = cells.flatMap(({ kind, optional }, k) => (optional && kind === "number" ? [k] : []))
  }

  private learn(name: string): number {
    const number = this.keys.length
    const key = JSON.stringify(name)
    this.keys.push(key)
    this.bytes.push(new TextEncoder().encode(`${key}:`))
    this.numbers.set(name, number)
    return number
  }

  /** The number of the key at `p`, which was not foreseen; `at` is where its value may start. */
  private find(b: Uint8Array, p: number): number {
    const end = skipString(b, p)
    if (end < 0) return GIVE_UP
    const colon = skipSpace(b, end)
    if (b[colon] !== 58) return GIVE_UP
    this.at = colon + 1
    const name = stringAt(b, p, end)
    const known = this.numbers.get(name)
    if (known !== undefined) return known
    const { length } = this.cells
    // Keys that are not remembered share one number.
    return this.keys.length < length + STRANGERS && end - p <= LONGEST ? this.learn(name) : length + STRANGERS
  }

  /** Reads up to `limit - from` rows, the first of them at `p`, and gives the position after the last and the white space that follows it. */
  scan(b: Uint8Array, p: number, sheet: Sheet, from: number, limit: number): number {
    for (let i = from; ;) {
      this.last = p
      p = this.scanRow(b, p, sheet, i)
      if (p < 0) return GIVE_UP
      this.rows = ++i
      p = skipSpace(b, p)
      if (i === limit || b[p] !== 44) {
        this.total += i - from
        return p
      }
      p = skipSpace(b, p + 1)
    }
  }

  private scanRow(b: Uint8Array, p: number, { halves, present, values }: Sheet, i: number): number {
    const { bytes, cells, next, order, seen } = this
    // The count of rows may pass what 32 bits hold: then it starts anew, here as in the array.
    const row = (this.row = (this.row + 1) | 0)
    for (const k of this.gaps) values[k]![i] = NaN
    let missing = this.required
    let count = 0
    let k = next.length - 1
    if (b[p] !== 123) return GIVE_UP
    p = skipSpace(b, p + 1)
    let more = b[p] !== 125
    if (!more) p++
    while (more) {
      const foreseen = next[k]!
      const key = bytes[foreseen]!
      let c = 0
      while (c < key.length && b[p + c] === key[c]) c++
      if (c === key.length) {
        p += c
        k = foreseen
      } else {
        const found = this.find(b, p)
        if (found < 0) return GIVE_UP
        p = this.at
        next[k] = found < bytes.length ? found : foreseen
        k = found
      }
      if (count < order.length) order[count] = k
      count++
      if (b[p]! <= 32) p = skipSpace(b, p)

      const cell = cells[k]
      if (cell === undefined) p = skipValue(b, p)
      else {
        // The last of repeated keys counts, null or not: that is for the slow road to sort out.
        if (seen[k] === row) return GIVE_UP
        seen[k] = row
        if (!cell.optional) missing--
        if (cell.nullIsAbsent && b[p] === 110) p = startsWith(b, p, "null") ? p + 4 : GIVE_UP
        else {
          switch (cell.kind) {
            case "number": {
              const start = p
              let c = b[p]!
              const negative = c === 45
              if (negative) c = b[++p]!
              const first = p
              let number = 0
              let digit = 0
              for (; (digit = c ^ 48) < 10; c = b[++p]!) number = number * 10 + digit
              let digits = p - first
              let plain = digits === 1 || (digits > 1 && b[first] !== 48)
              if (c === 46) {
                const point = ++p
                for (c = b[p]!; (digit = c ^ 48) < 10; c = b[++p]!) number = number * 10 + digit
                const decimals = p - point
                digits += decimals
                plain &&= decimals > 0
                if (digits < 16) number /= POWERS[decimals]!
              }
              if (!plain) return GIVE_UP
              if (digits > 15 || c === 101 || c === 69) {
                number = readNumber(b, start, this)
                if (Number.isNaN(number)) return GIVE_UP
                p = this.at
              } else if (negative) number = -number
              values[k]![i] = number
              break
            }
            case "bigint":
              p = readInt64(b, p, halves[k]!, i)
              break
            case "boolean": {
              const value = b[p] === 116
              values[k]![i] = value ? 1 : 0
              p = startsWith(b, p, value ? "true" : "false") ? p + (value ? 4 : 5) : GIVE_UP
              break
            }
            case "other":
              values[k]![i] = readString(b, p, this)
              p = values[k]![i] === undefined ? GIVE_UP : this.at
              break
          }
          if (cell.optional) present[k]![i >> 3]! |= 1 << (i & 7)
          if (cell.test !== undefined && p >= 0) {
            const value = values[k]![i]
            if (!cell.test(cell.kind === "boolean" ? value === 1 : value)) return GIVE_UP
          }
        }
      }
      if (p < 0) return GIVE_UP
      if (b[p]! <= 32) p = skipSpace(b, p)
      more = b[p] === 44
      if (!more && b[p] !== 125) return GIVE_UP
      p++
      if (more && b[p]! <= 32) p = skipSpace(b, p)
    }
    this.count = count
    return missing > 0 ? GIVE_UP : p
  }
}
