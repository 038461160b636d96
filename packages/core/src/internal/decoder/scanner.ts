/**
 * Reads rows from a document's bytes into column buffers. Each key is first compared with the key
 * at the same place of the previous row. The scanner gives up (returns a negative position) on
 * anything that it may not read like the schema.
 */
import { POWERS, readNumber, readString, type Position } from "../json/scalars.js"
import { skipSpace, skipValue, skipWord } from "../json/tokenizer.js"
import type { ScannedField, ColumnBuffers } from "./columnBuffers.js"
import { type Key, makeKey, word } from "./key.js"

/**
 * Maximum number of remembered unknown keys: a decoder's memory, and the code generated from it,
 * must not grow with the documents.
 */
const UNKNOWN_KEYS = 32

/** Maximum length in bytes, with the quotes, of a remembered unknown key. */
const UNKNOWN_KEY_LENGTH = 64

const GIVE_UP = -1

export class Scanner implements Position {
  /** Keys of the fields, in the layout's order, followed by unknown keys. */
  readonly keys: Array<Key> = []
  /** Numbers of the last row's keys, in the row's order, as many as fit. */
  readonly order: Int32Array
  /** Number of keys of the last row. */
  count = 0
  /** Position of the last row. */
  last = 0
  /** Number of rows in the buffers after a scan. */
  rows = 0
  /** Number of rows that this scanner has begun to read, in all documents. */
  total = 0
  at = 0

  private readonly byName = new Map<string, Key>()
  /** Placeholder for all keys that are not remembered, and before the first key of a row. */
  private readonly other: Key
  private readonly required: number

  constructor(readonly fields: ReadonlyArray<ScannedField>) {
    for (const field of fields) this.learn(field.wire, field)
    this.order = new Int32Array(fields.length + UNKNOWN_KEYS)
    this.other = makeKey(this.order.length, "", undefined, this.keys[0])
    this.required = fields.filter((field) => !field.optional).length
  }

  private learn(name: string, field?: ScannedField): Key {
    const key = makeKey(this.keys.length, JSON.stringify(name), field, this.keys[0])
    this.keys.push(key)
    this.byName.set(name, key)
    return key
  }

  /** Finds the key at `p`, which was not the expected one. Sets `at` to the possible start of its value. */
  private find(b: Uint8Array, p: number): Key | undefined {
    const name = readString(b, p, this)
    if (name === undefined) return undefined
    const end = this.at
    const colon = skipSpace(b, end)
    if (b[colon] !== 58) return undefined
    this.at = colon + 1
    // protects: Decoders remember a bounded number of unknown keys.
    // mutant: "remembers as many unknown keys as ever, and short ones alone": this.order.length → 1e9
    return (
      this.byName.get(name) ??
      (this.keys.length < this.order.length && end - p <= UNKNOWN_KEY_LENGTH ? this.learn(name) : this.other)
    )
  }

  /**
   * Reads up to `limit - from` rows, the first of them at `p`, and returns the position after the
   * last row and the white space after it.
   */
  scan(b: Uint8Array, p: number, buffers: ColumnBuffers, from: number, limit: number): number {
    for (let i = from; ;) {
      this.last = p
      p = this.scanRow(b, p, buffers, i)
      if (p < 0) return GIVE_UP
      this.rows = ++i
      p = skipSpace(b, p)
      if (i === limit || b[p] !== 44) return p
      p = skipSpace(b, p + 1)
    }
  }

  private scanRow(b: Uint8Array, p: number, { halves, present, values }: ColumnBuffers, i: number): number {
    const { order } = this
    const row = ++this.total
    let missing = this.required
    let count = 0
    let previous = this.other
    if (b[p] !== 123) return GIVE_UP
    p = skipSpace(b, p + 1)
    let more = b[p] !== 125
    if (!more) p++
    while (more) {
      let key = previous.next
      const { bytes } = key
      let c = 0
      if (word(b, p) === key.word) for (c = 4; c < bytes.length && b[p + c] === bytes[c];) c++
      if (c === bytes.length) p += c
      else {
        const found = this.find(b, p)
        if (found === undefined) return GIVE_UP
        p = this.at
        key = found
        if (found !== this.other) previous.next = found
      }
      previous = key
      const k = key.number
      order[count++] = k
      if (b[p]! <= 32) p = skipSpace(b, p)

      const { field } = key
      if (field === undefined) p = skipValue(b, p)
      else {
        // The last of repeated keys counts, null or not: left to the slow path.
        if (key.seen === row) return GIVE_UP
        key.seen = row
        if (field.optional && b[p] === 110) p = skipWord(b, p, "null")
        else {
          if (field.optional) present[k]![i >> 3]! |= 1 << (i & 7)
          else missing--
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
              if (digits !== 1 && (digits === 0 || b[first] === 48)) return GIVE_UP
              if (c === 46) {
                const point = ++p
                for (c = b[p]!; (digit = c ^ 48) < 10; c = b[++p]!) number = number * 10 + digit
                const decimals = p - point
                if (decimals === 0) return GIVE_UP
                digits += decimals
                if (digits < 16) number /= POWERS[decimals]!
              }
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
              values[k]![i] = field.read!(b, p, this)
              p = values[k]![i] === undefined ? GIVE_UP : this.at
              break
          }
          const { test } = field
          if (test !== undefined && p >= 0) {
            const value = values[k]![i]
            if (!test(field.kind === "boolean" ? value === 1 : value)) return GIVE_UP
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
