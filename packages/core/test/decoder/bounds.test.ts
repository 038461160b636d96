/**
 * What a document may cost, whoever wrote it: the work is linear in its bytes, and what a decoder
 * keeps of it is bounded by the fields of its rows. All is counted, nothing is timed.
 */
import * as Field from "@candela/core/declare/Field"
import * as Decoder from "@candela/core/declare/Decoder"
import * as Structure from "@candela/core/internal/Structure"
import { assert, describe, it } from "@effect/vitest"
import { Either, Schema } from "effect"
import { vi } from "vitest"
import { Scanner } from "../../src/internal/decoder/scanner.js"
import { scannedFieldsOf, ColumnBuffers } from "../../src/internal/decoder/columnBuffers.js"
import { locate } from "../../src/internal/json/locate.js"
import { peek } from "../../src/internal/json/peek.js"
import { eachInTurn } from "@candela/support/turns"
import { Chance, stringToken } from "./documents.js"
import { Bar, bar as barFields, Envelope } from "./rows.js"
import { watchFunction } from "./watchFunction.js"

const bytes = (text: string) => new TextEncoder().encode(text)

const fields = Object.keys(barFields).length

type Members = ReadonlyArray<readonly [key: string, value: string]>

const bar = (i: number): Members =>
  Object.entries({ v: i, vw: i / 8, o: 1.5, c: 2, h: 3, l: 0.5, t: 1_700_000_000_000 + i, n: i }).map(
    ([key, value]) => [`"${key}"`, String(value)],
  )

const barRow = (i: number) => ({
  volume: i,
  vwap: i / 8,
  open: 1.5,
  close: 2,
  high: 3,
  low: 0.5,
  timestamp: 1_700_000_000_000 + i,
  transactions: i,
})

/** The rows of a page. Row 63 is the first that the decoder generates code from. */
const ROWS = 100

/** What is done to the members of row `i` of a page; each page has a number of its own. */
type Hostility = (members: Members, i: number, chance: Chance, page: number) => Members

const LONG = 20_000

const hostilities: Record<string, Hostility> = {
  "an unknown key that is very long": (members, i, _, page) =>
    i === 63 ? [...members, [`"${"k".repeat(LONG)}${page}"`, "1"]] : members,
  "unknown keys that are very long, in every row": (members, _, __, page) => [
    [`"${page}${"k".repeat(1_000)}"`, "1"],
    ...members,
  ],
  "a very long key of escapes": (members, i) =>
    i === 63 ? [[`"${"\\u0041".repeat(LONG)}"`, "1"], ...members] : members,
  "another unknown key in each row": (members, i, _, page) => [...members, [`"x${page}_${i}"`, "[1]"]],
  "another unknown key in each row, in the middle": (members, i, _, page) => [
    ...members.slice(0, 4),
    [`"x${page}_${i % 9}"`, "1"],
    ...members.slice(4),
  ],
  "very many unknown keys in one row": (members, i) =>
    i === 63 ? [...members, ...Array.from({ length: 5_000 }, (_, k) => [`"x${k}"`, "1"] as const)] : members,
  "an unknown key very many times": (members, i) =>
    i >= 63 ? [...members, ...Array.from({ length: 110 }, () => [`"x"`, "1"] as const)] : members,
  "keys in another order in each row": (members, _, chance) => chance.shuffle(members),
  "keys in another order on each page": (members, _, __, page) => new Chance(page).shuffle(members),
  "keys in two orders by turns": (members, i) => (i % 2 === 0 ? members : [...members].reverse()),
  "keys in other spellings": (members, _, chance) =>
    members.map(([key, value]) => [stringToken(chance, key.slice(1, -1)), value]),
  "a very long string": (members, i) => (i === 63 ? [...members, [`"x"`, `"${"y".repeat(LONG)}"`]] : members),
  "a number of very many digits": (members, i) => (i === 63 ? [...members, [`"x"`, "1".repeat(LONG)]] : members),
  "a value of very many zeros": (members, i) =>
    i === 63 ? members.map(([key, value]) => [key, key === `"o"` ? `1.5${"0".repeat(LONG)}` : value]) : members,
  "a value within very many others": (members, i) =>
    i === 63 ? [...members, [`"x"`, `${"[".repeat(LONG)}${"]".repeat(LONG)}`]] : members,
}

const pageOf = (hostility: Hostility, page: number): Uint8Array => {
  const chance = new Chance(page)
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const members = hostility(bar(i), i, chance, page)
    return `{${members.map(([key, value]) => `${key}:${value}`).join(",")}}`
  })
  return bytes(`{"status":"OK","results":[${rows.join(",")}]}`)
}

const expected = Array.from({ length: ROWS }, (_, i) => barRow(i))

/** Pages of one hostility after the other, and then of all by turns. */
function* pages(of: ReadonlyArray<Hostility>, times: number): Generator<Uint8Array> {
  let page = 0
  for (const hostility of of) for (let i = 0; i < times; i++) yield pageOf(hostility, page++)
  for (let i = 0; i < times; i++) for (const hostility of of) yield pageOf(hostility, page++)
}

const decoder = () => Decoder.list({ envelope: Envelope, row: Bar, at: "results" })

const scanned = scannedFieldsOf(Structure.of(Bar.ast))!

/** The bytes, and how many of them were read so far: each as often as it was read. */
const counted = (b: Uint8Array) => {
  let reads = 0
  const proxy = new Proxy(b, {
    get: (target, key) => {
      if (key === "subarray") {
        return (from: number, to: number) => {
          reads += to - from
          return target.subarray(from, to)
        }
      }
      if (typeof key === "string" && key !== "length") reads++
      return Reflect.get(target, key, target) as unknown
    },
  })
  return { proxy, reads: () => reads }
}

describe("a decoder, whatever the documents hold", () => {
  const all = Object.values(hostilities)

  it.effect("generates code of a length that its fields bound, and ever less of it", () => {
    const made = watchFunction(false)
    const one = decoder()
    let read = 0
    let checked = 0
    return eachInTurn(pages(all, 6), (page) => {
      assert.deepStrictEqual(Either.getOrThrow(one.rows(page)).rows, expected)
      assert.deepStrictEqual(Either.getOrThrow(one.columns(page)).rows.toRows(), expected)
      read += 2 * ROWS
      for (; checked < made.length; checked++) assert.isAtMost(made[checked]!.length, 2_000 * (fields + 32))
      assert.isAtMost(made.length, 50 + read / 500)
    })
  })

  it.effect("remembers as many unknown keys as ever, and short ones alone", () => {
    const scanner = new Scanner(scanned)
    return eachInTurn(pages(all, 2), (page) => {
      scanner.scan(page, locate(page, ["results"], "first") + 1, new ColumnBuffers(scanned, ROWS), 0, ROWS)
      assert.isAtMost(scanner.keys.length, fields + 32)
      for (const { json } of scanner.keys) assert.isAtMost(json.length, 64)
      assert.isAtMost(scanner.order.length, fields + 32)
    })
  })

  for (const [name, hostility] of Object.entries(hostilities)) {
    it(`reads each byte a few times where rows have ${name}`, () => {
      const scanner = new Scanner(scanned)
      const page = pageOf(hostility, 7)
      const first = locate(page, ["results"], "first") + 1
      const most = 10 * page.length
      const scan = counted(page)
      assert.isAbove(scanner.scan(scan.proxy, first, new ColumnBuffers(scanned, ROWS), 0, ROWS), 0)
      assert.isAtMost(scan.reads(), most)
      const find = counted(page)
      locate(find.proxy, ["results", ROWS - 1, "n"], "last")
      assert.isAtMost(find.reads(), most)
      const look = counted(page)
      peek(look.proxy, "next_url")
      assert.isAtMost(look.reads(), most)
    })
  }

  it("has the engine parse an envelope once, and copies nothing of it, however many keys it has", () => {
    const seen: Array<unknown> = []
    const envelope = Schema.Unknown.pipe(Schema.filter((input) => seen.push(input) > 0))
    const words = ["plain", "long".repeat(20), "é"]
    const members = Array.from({ length: 400 }, (_, i) => `"${words[i % words.length]}${i}":${i}`).join(",")
    const page = bytes(`{${members},"results":[${"{},".repeat(99)}{}],"next_url":"https://a/b",${members}}`)
    const one = Decoder.list({ envelope, row: Field.struct({ n: Field.optional(Schema.Number) }), at: "results" })
    const parse = vi.spyOn(JSON, "parse")
    try {
      assert.strictEqual(Either.getOrThrow(one.rows(page)).rows.length, 100)
      assert.lengthOf(parse.mock.results, 1)
      assert.strictEqual(seen[0], parse.mock.results[0]!.value)
    } finally {
      parse.mockRestore()
    }
  })
})
