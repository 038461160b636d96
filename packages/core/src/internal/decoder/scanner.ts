/**
 * Reads rows from a document's bytes into column buffers. Each key is first compared with the key at the same place of the previous row. The scanner gives
 * up (returns a negative position) on everything that it is not certain to read as the schema does.
 */
import { POWERS, readNumber, readString, type Cursor } from "../json/scalars.js"
import { skipSpace, skipString, skipValue, skipWord, stringAt } from "../json/tokenizer.js"
import type { ScannedField, ColumnBuffers } from "./columnBuffers.js"

/** Upper bound for the unknown keys that are remembered: a decoder's memory, and the code generated from it, must not grow with the documents. */
const UNKNOWN_KEYS = 32

/** Upper bound for the length in bytes, with the quotes, of an unknown key that is remembered. */
const UNKNOWN_KEY_LENGTH = 64

const GIVE_UP = -1

export class Scanner implements Cursor {
  /** Keys as JSON, by number: first those of the fields, in the layout's order, then unknown keys. */
  readonly keys: Array<string> = []
  /** The numbers of the last row's keys, in the row's order; the first of them if they do not all fit. */
  readonly order: Int32Array
  /** How many keys the last row has. */
  count = 0
  /** Position of the last row. */
  last = 0
  /** How many rows the buffers hold after a scan. */
  rows = 0
  /** How many rows this scanner has read, in all documents. */
  total = 0
  at = 0

  private readonly bytes: Array<Uint8Array> = []
  private readonly numbers = new Map<string, number>()
  /** For each key the key that followed it in the last row. The last element is the predecessor of a row's first key. */
  private readonly next: Array<number>
  /** For each field the last row that has it. */
  private readonly seen: Int32Array
  private row = 0
  private readonly required: number
  /** The optional number fields, which are `NaN` in rows without them. */
  private readonly gaps: ReadonlyArray<number>

  constructor(readonly fields: ReadonlyArray<ScannedField>) {
    for (const field of fields) this.learn(field.wire)
    this.order = new Int32Array(fields.length + UNKNOWN_KEYS)
    this.next = Array.from({ length: fields.length + UNKNOWN_KEYS + 2 }, (_, k) => (k < fields.length - 1 ? k + 1 : 0))
    this.seen = new Int32Array(fields.length)
    this.required = fields.filter((field) => !field.optional).length
    this.gaps = fields.flatMap(({ kind, optional }, k) => (optional && kind === "number" ? [k] : []))
  }

  private learn(name: string): number {
    const number = this.keys.length
    const key = JSON.stringify(name)
    this.keys.push(key)
    this.bytes.push(new TextEncoder().encode(`${key}:`))
    this.numbers.set(name, number)
    return number
  }

  /** The number of the key at `p`, which was not the expected one. Sets `at` to where its value may start. */
  private find(b: Uint8Array, p: number): number {
    const end = skipString(b, p)
    if (end < 0) return GIVE_UP
    const colon = skipSpace(b, end)
    if (b[colon] !== 58) return GIVE_UP
    this.at = colon + 1
    const name = stringAt(b, p, end)
    const known = this.numbers.get(name)
    if (known !== undefined) return known
    const { length } = this.fields
    // All keys that are not remembered share one number.
    return this.keys.length < length + UNKNOWN_KEYS && end - p <= UNKNOWN_KEY_LENGTH
      ? this.learn(name)
      : length + UNKNOWN_KEYS
  }

  /** Reads up to `limit - from` rows, the first of them at `p`, and returns the position after the last row and the white space after it. */
  scan(b: Uint8Array, p: number, buffers: ColumnBuffers, from: number, limit: number): number {
    for (let i = from; ;) {
      this.last = p
      p = this.scanRow(b, p, buffers, i)
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

  private scanRow(b: Uint8Array, p: number, { halves, present, values }: ColumnBuffers, i: number): number {
    const { bytes, fields, next, order, seen } = this
    // The row count may exceed 32 bits: then it wraps around, here as in `seen`.
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
      const expected = next[k]!
      const key = bytes[expected]!
      let c = 0
      while (c < key.length && b[p + c] === key[c]) c++
      if (c === key.length) {
        p += c
        k = expected
      } else {
        const found = this.find(b, p)
        if (found < 0) return GIVE_UP
        p = this.at
        next[k] = found < bytes.length ? found : expected
        k = found
      }
      if (count < order.length) order[count] = k
      count++
      if (b[p]! <= 32) p = skipSpace(b, p)

      const field = fields[k]
      if (field === undefined) p = skipValue(b, p)
      else {
        // Of repeated keys the last one counts, null or not: left to the slow path.
        if (seen[k] === row) return GIVE_UP
        seen[k] = row
        if (!field.optional) missing--
        if (field.nullIsAbsent && b[p] === 110) p = skipWord(b, p, "null")
        else {
          switch (field.kind) {
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
              p = field.int64!.read(b, p, halves[k]!, i)
              break
            case "boolean": {
              const value = b[p] === 116
              values[k]![i] = value ? 1 : 0
              p = skipWord(b, p, value ? "true" : "false")
              break
            }
            case "other":
              values[k]![i] = readString(b, p, this)
              p = values[k]![i] === undefined ? GIVE_UP : this.at
              break
          }
          if (field.optional) present[k]![i >> 3]! |= 1 << (i & 7)
          if (field.test !== undefined && p >= 0) {
            const value = values[k]![i]
            if (!field.test(field.kind === "boolean" ? value === 1 : value)) return GIVE_UP
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
