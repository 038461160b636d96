import * as Decoder from "@candela/core/declare/Decoder"
import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { Bar, bar as barFields, Dividend, Envelope } from "./rows.js"
import { watchFunction } from "./watchFunction.js"

const bytes = (text: string) => new TextEncoder().encode(text)

const right = <A>(either: Either.Either<A, Decoder.Refusal>): A =>
  Either.getOrThrowWith(either, (refusal) => new Error(JSON.stringify(refusal)))

const page = (rows: ReadonlyArray<string>, rest = "") => bytes(`{"status":"OK","results":[${rows.join(",")}]${rest}}`)

const bar = (i: number) => `{"v":${i},"vw":${i / 8},"o":1.5,"c":2,"h":3,"l":0.5,"t":${1_700_000_000_000 + i},"n":${i}}`
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

const many = 300
const bars = page(
  Array.from({ length: many }, (_, i) => bar(i)),
  `,"next_url":"https://a/b"`,
)
const barRows = Array.from({ length: many }, (_, i) => barRow(i))

const decoder = () => Decoder.list({ envelope: Envelope, row: Bar, at: "results" })

describe("a decoder of lists", () => {
  it("gives rows as objects and as columns", () => {
    const found = right(decoder().rows(bars))
    assert.deepStrictEqual(found, { envelope: { status: "OK", next_url: "https://a/b" }, rows: barRows })
    const { envelope, rows } = right(decoder().columns(bars))
    assert.deepStrictEqual(envelope, found.envelope)
    assert.strictEqual(rows.length, many)
    assert.deepStrictEqual(rows.toRows(), barRows)
    assert.deepStrictEqual(rows.row(7), barRow(7))
    assert.deepStrictEqual(rows.columns.open, new Float64Array(many).fill(1.5))
    assert.strictEqual(rows.columns.open.length, many)
    assert.strictEqual(rows.present.otc.length, Math.ceil(many / 8))
    assert.deepStrictEqual(
      Array.from(rows.present.otc),
      Array.from({ length: Math.ceil(many / 8) }, () => 0),
    )
  })

  it("gives the keys of a row in the schema's order", () => {
    const row = Object.keys(barFields).filter((key) => key !== "otc")
    for (const found of right(decoder().rows(bars)).rows) assert.deepStrictEqual(Object.keys(found), row)
  })

  it("looks for the next URL", () => {
    assert.strictEqual(decoder().nextUrl(bars), "https://a/b")
    assert.isUndefined(decoder().nextUrl(page([bar(1)])))
  })
})

describe("generated code", () => {
  it("is made for long lists alone, once for rows of one kind", () => {
    const made = watchFunction(false)
    const one = decoder()
    right(one.rows(page([bar(1), bar(2)])))
    const before = made.length
    for (let times = 0; times < 5; times++) right(one.rows(bars))
    assert.strictEqual(made.length, before + 1)
    assert.include(made.at(-1), "rows:while(i<limit)")
    // Rows are made of columns, so both are read by the same code.
    for (let times = 0; times < 5; times++) right(one.columns(bars))
    assert.strictEqual(made.length, before + 1)
  })

  it("is made of no more kinds than a document's rows repay", () => {
    const made = watchFunction(false)
    const keys = Object.keys(JSON.parse(bar(1)) as object)
    const rows = Array.from({ length: 2_000 }, (_, i) => {
      const row = JSON.parse(bar(i)) as Record<string, number>
      return JSON.stringify(
        Object.fromEntries(keys.map((_, k) => keys[(k * 3 + i) % 8]!).map((key) => [key, row[key]])),
      )
    })
    assert.deepStrictEqual(
      right(decoder().rows(page(rows))).rows,
      Array.from({ length: 2_000 }, (_, i) => barRow(i)),
    )
    assert.isBelow(made.length, 12)
  })

  it("is never made where it is not wanted", () => {
    const made = watchFunction(true)
    const one = decoder().withoutCodeGeneration
    assert.strictEqual(one.withoutCodeGeneration, one)
    assert.deepStrictEqual(right(one.rows(bars)).rows, barRows)
    assert.deepStrictEqual(right(one.columns(bars)).rows.toRows(), barRows)
    const dividends = Decoder.list({ envelope: Envelope, row: Dividend, at: "results" }).withoutCodeGeneration
    right(dividends.rows(page([`{"cash_amount":1,"ex_dividend_date":"2024-05-10","id":"E1","ticker":"A"}`])))
    assert.deepStrictEqual(made, [])
  })

  // The last of this file: what turns out to be forbidden stays so.
  it("is tried once where it is forbidden, and then done without", () => {
    const made = watchFunction(true)
    const one = decoder()
    assert.deepStrictEqual(right(one.rows(bars)).rows, barRows)
    assert.deepStrictEqual(right(one.columns(bars)).rows.toRows(), barRows)
    assert.deepStrictEqual(right(decoder().rows(bars)).rows, barRows)
    assert.strictEqual(made.length, 1)
  })
})
