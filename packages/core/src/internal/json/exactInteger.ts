/** Schema of exact 64-bit integers, and their reader. */
import { identity } from "effect/Function"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { readId } from "./idReader.js"
import { type Exact, type Int64Reader, items } from "./int64.js"
import { eachValue } from "./locate.js"
import { Mark } from "./mark.js"
import { skipInteger, skipSpace, skipValue, start } from "./tokenizer.js"
import type { Readable } from "./valueReader.js"

const DIGITS = /^-?(0|[1-9]\d{0,18})$/

/** Whether the integer fits in 64 bits. */
const isInRange = (value: bigint): boolean => BigInt.asIntN(64, value) === value

const parse = (input: unknown): bigint | undefined => {
  if (typeof input === "number") return Number.isSafeInteger(input) ? BigInt(input) : undefined
  if (typeof input !== "string" || !DIGITS.test(input)) return undefined
  const value = BigInt(input)
  return isInRange(value) ? value : undefined
}

/** Index of the lower half of a 64-bit integer. */
const LOW = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 0 : 1
const HIGH = 1 - LOW

const HALF = 2 ** 32

/** {@link Int64Reader.read} */
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
  halves[2 * index + HIGH] = high
  return p
}

/** Length of a sign and nineteen digits. */
const LONGEST = 20

/** Paths of exact integers as a tree. */
interface Tree {
  /** Whether the value itself is an exact integer. */
  exact: boolean
  readonly within: Map<Exact["path"][number], Tree>
}

const treeOf = (exact: ReadonlyArray<Exact>): Tree => {
  const root: Tree = { exact: false, within: new Map() }
  for (const { path } of exact) {
    let tree = root
    for (const step of path) {
      const next = tree.within.get(step) ?? { exact: false, within: new Map() }
      tree.within.set(step, next)
      tree = next
    }
    tree.exact = true
  }
  return root
}

/** Collects start and end of the token of each exact integer. */
const findExact = (b: Uint8Array, p: number, tree: Tree | undefined, found: Array<number>): number => {
  if (tree === undefined) return skipValue(b, p)
  if (b[p] === 123 || b[p] === 91) {
    return eachValue(b, p, (key, value) =>
      findExact(b, value, tree.within.get(typeof key === "number" ? items : key), found),
    )
  }
  const end = skipValue(b, p)
  if (tree.exact && end > p && skipInteger(b, p) === end && end - p <= LONGEST) found.push(p, end)
  return end
}

/** Number of digits from which an integer may be unsafe, without the sign. */
const UNSAFE = 16

/** Whether a number may have more digits than a double keeps. */
const hasLongNumber = (b: Uint8Array): boolean => {
  const isDigit = (p: number) => (b[p]! ^ 48) < 10
  // A run of `UNSAFE` digits includes such a position. The search on both sides of each is bounded
  // by that length, so the time is linear.
  for (let p = UNSAFE - 1; p < b.length; p += UNSAFE) {
    if (!isDigit(p)) continue
    let start = p
    while (p - start < UNSAFE && isDigit(start - 1)) start--
    let end = start
    while (end - start < UNSAFE && isDigit(end)) end++
    // Digits within a text follow a quotation mark or a letter.
    if (end - start === UNSAFE && ": -[,\t\r\n0123456789".includes(String.fromCharCode(b[start - 1]!))) return true
  }
  return false
}

/** {@link Int64Reader.quote} */
const quote = (b: Uint8Array, exact: ReadonlyArray<Exact>): Uint8Array => {
  // Identifiers are rarely numbers that need it.
  if (exact.every(({ reader }) => reader._tag === "text") && !hasLongNumber(b)) return b
  const found: Array<number> = []
  findExact(b, skipSpace(b, start(b)), treeOf(exact), found)
  const out = new Uint8Array(b.length + found.length)
  let copied = 0
  let at = 0
  for (const position of found) {
    out.set(b.subarray(copied, position), at)
    at += position - copied
    out[at++] = 34
    copied = position
  }
  out.set(b.subarray(copied), at)
  return out
}

const expected = "an exact 64-bit integer"
/**
 * Whether 64-bit integers are in order: their halves are compared, because a loop over the
 * `bigint`s takes ten times as long.
 */
const areInOrder: Int64Reader["areInOrder"] = (values, length, sign, unique) => {
  const halves = new Int32Array(values.buffer, values.byteOffset, 2 * length)
  for (let i = 2; i < 2 * length; i += 2) {
    const high = (halves[i + HIGH]! - halves[i + HIGH - 2]!) * sign
    if (high > 0) continue
    if (high < 0) return false
    const low = ((halves[i + LOW]! >>> 0) - (halves[i + LOW - 2]! >>> 0)) * sign
    // protects: The order of exact nanoseconds depends on both of their halves.
    // mutant: "are recognized as requested exactly when none of them is at fault": low < 0 || (unique && low === 0) →
    // unique && low === 0
    if (low < 0 || (unique && low === 0)) return false
  }
  return true
}

const reader: Int64Reader = { _tag: "bigint", expected, parse, read: readInt64, areInOrder, quote }

const make = (unit?: string, { expected, parse, ...own }: Int64Reader = reader, least = -(2n ** 63n)) =>
  Schema.transformOrFail(
    Schema.Union(Schema.String, Schema.Number),
    Schema.BigIntFromSelf.pipe(Schema.betweenBigInt(least, 2n ** 63n - 1n)),
    {
      strict: true,
      decode: (input, _, ast) => {
        const value = parse(input)
        return value === undefined
          ? ParseResult.fail(new ParseResult.Type(ast, input, expected))
          : ParseResult.succeed(value as bigint)
      },
      encode: (value) => ParseResult.succeed(String(value)),
    },
  ).annotations({
    identifier: "Int64",
    // Of the encoded form.
    jsonSchema: { type: "string", pattern: DIGITS.source },
    [Mark]: { _tag: "Int64", reader: { ...own, expected, parse }, unit },
  })

export const Int64: Schema.Schema<bigint, string | number> = /* @__PURE__ */ make()

export const EpochNanos: Schema.Schema<bigint, string | number> = /* @__PURE__ */ make("epoch nanoseconds")

const makeOfAnyUnit = () => {
  // Least instant whose unit its number tells: March 1973, nanoseconds. Below it, microseconds of later years begin.
  const earliest = 10n ** 17n
  const nanoseconds = (value: bigint): bigint => {
    if (value >= earliest) return value
    return value * (value >= 10n ** 14n ? 1000n : value >= 10n ** 11n ? 10n ** 6n : 10n ** 9n)
  }
  const instantReader: Int64Reader = {
    ...reader,
    expected: "an instant after March 1973, epoch seconds to nanoseconds",
    // protects: An instant is exact nanoseconds, whichever unit the service chose.
    // mutant: "reads instants of every unit": nanoseconds(whole) → whole
    parse: (input) => {
      const whole = parse(input)
      const value = whole === undefined ? undefined : nanoseconds(whole)
      return value !== undefined && value >= earliest && isInRange(value) ? value : undefined
    },
    // The bytes say a number whose unit is still to be found.
    read: () => -1,
  }
  return make("epoch nanoseconds", instantReader, earliest)
}

export const EpochOfAnyUnit: Schema.Schema<bigint, string | number> = /* @__PURE__ */ makeOfAnyUnit()

const idReader: Int64Reader = {
  _tag: "text",
  expected: "text or a number",
  parse: (input) => (typeof input === "string" || typeof input === "number" ? String(input) : undefined),
  read: () => -1,
  areInOrder,
  quote,
}

const readable: Readable = { makeReader: () => readId }

const makeId = () =>
  Schema.transform(Schema.Union(Schema.String, Schema.Number), Schema.String, {
    strict: true,
    decode: String,
    encode: identity,
  }).annotations({
    identifier: "Id",
    jsonSchema: { type: "string" },
    // protects: An identifier that is a number keeps all its digits.
    // mutant: "keeps its digits wherever they stand": "Id", reader: idReader, unit: "identifier", ...readable → "Other"
    [Mark]: { _tag: "Id", reader: idReader, unit: "identifier", ...readable },
  })

export const Id: Schema.Schema<string, string | number> = /* @__PURE__ */ makeId()
