import * as Decoder from "@candela/core/declare/Decoder"
import * as Field from "@candela/core/declare/Field"
import { assert, describe, it } from "@effect/vitest"
import { Either, Schema } from "effect"
import { eachInTurn } from "@candela/support/turns"
import { Bar, bar as barFields, Dividend, Envelope, Nested, Quote, Wide } from "./rows.js"
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

  it("reads exact integers into a BigInt64Array", () => {
    const quotes = Decoder.list({ envelope: Envelope, row: Quote, at: "results" })
    const times = Array.from({ length: many }, (_, i) => 1_709_554_800_123_456_789n + BigInt(i))
    const document = page(times.map((time) => `{"bid_price":1.25,"participant_timestamp":${time}}`))
    assert.deepStrictEqual(
      right(quotes.columns(document)).rows.columns.participant_timestamp,
      BigInt64Array.from(times),
    )
    assert.deepStrictEqual(
      right(quotes.rows(document)).rows,
      times.map((participant_timestamp) => ({ bid_price: 1.25, participant_timestamp })),
    )
  })

  it("keeps more fields apart than a number has bits", () => {
    const wide = Decoder.list({ envelope: Envelope, row: Wide, at: "results" })
    const rows = Array.from({ length: many }, (_, i) => ({ [`line_${i % 38}`]: i, line_37: 1.5, line_31: 2 }))
    const expected = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => [key, Number(key.slice(5)) % 7 === 6 ? BigInt(value) : value]),
      ),
    )
    const document = page(rows.map((row) => JSON.stringify(row)))
    assert.deepStrictEqual(right(wide.rows(document)).rows, expected)
    assert.deepStrictEqual(right(wide.columns(document)).rows.toRows(), expected)
  })

  it("follows rows whose keys change their order, come and go", () => {
    const odd = [
      `{"otc":true,"t":1,"l":1,"h":1,"c":1,"o":1,"v":1}`,
      `{"x":[{"v":9}],"v":1,"o":1,"c":1,"h":1,"l":1,"t":1}`,
      `{ "v" : 1 , "o" : 1 , "c" : 1 , "h" : 1 , "l" : 1 , "t" : 1 , "n" : null }`,
    ]
    const one = { volume: 1, open: 1, close: 1, high: 1, low: 1, timestamp: 1 }
    const rows = Array.from({ length: many }, (_, i) => (i % 50 === 49 ? odd[((i / 50) % 3) | 0]! : bar(i)))
    const expected = rows.map((_, i) =>
      i % 50 !== 49 ? barRow(i) : { ...one, ...((((i / 50) % 3) | 0) === 0 ? { otc: true } : {}) },
    )
    const both = decoder()
    for (const of of [both, both.withoutCodeGeneration]) {
      assert.deepStrictEqual(right(of.rows(page(rows))).rows, expected)
      assert.deepStrictEqual(right(of.columns(page(rows))).rows.toRows(), expected)
    }
  })

  it.effect("does not confuse documents with each other", () => {
    const one = decoder()
    const reversed = page(
      Array.from({ length: many }, (_, i) =>
        JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(bar(i)) as object).reverse())),
      ),
    )
    return eachInTurn(Array(20).keys(), (times) => {
      assert.deepStrictEqual(right(one.rows(times % 2 === 0 ? bars : reversed)).rows, barRows)
      assert.deepStrictEqual(right(one.columns(times % 3 === 0 ? bars : reversed)).rows.toRows(), barRows)
    })
  })

  it("passes what the service adds, and what an envelope holds oddly", () => {
    const document = page([bar(1)], `,"request_id":12,"count":{"deep":[1]},"extra":"\\u0041"`)
    assert.deepStrictEqual(right(decoder().rows(document)), {
      envelope: { status: "OK", request_id: 12 },
      rows: [barRow(1)],
    })
  })

  it("reads rows of strings and of values within values", () => {
    const dividends = Decoder.list({ envelope: Envelope, row: Dividend, at: "results" })
    const dividend = {
      cash_amount: 0.25,
      currency: "USD",
      ex_dividend_date: "2024-05-10",
      id: "E1",
      ticker: "AAPL",
      frequency: 4,
    }
    const document = page(Array.from({ length: 70 }, () => JSON.stringify({ ...dividend, pay_date: null, more: 1 })))
    assert.deepStrictEqual(
      right(dividends.rows(document)).rows,
      Array.from({ length: 70 }, () => dividend),
    )
    assert.strictEqual(right(dividends.columns(document)).rows.columns.ticker[69], "AAPL")

    const nested = Decoder.list({ envelope: Envelope, row: Nested, at: "results" })
    const row = `{"n":1,"i":2,"x":1709554800123456789,"s":"a","b":true,"plain":1,"nu":null,"ns":[1],"ts":[1709554800123456789,0],"l":{"p":1,"t":7},"legs":[{"name":"x","z":1}]}`
    assert.deepStrictEqual(right(nested.rows(page([row]))).rows, [
      {
        number: 1,
        integer: 2,
        exact: 1709554800123456789n,
        text: "a",
        flag: true,
        plain: 1,
        nullable: null,
        numbers: [1],
        times: [1709554800123456789n, 0n],
        last: { price: 1, updated: 7n },
        legs: [{ name: "x", size: 1 }],
      },
    ])
  })

  it("names the path of what it refuses, also far inside a long document", () => {
    const rows = Array.from({ length: many }, (_, i) => (i === 250 ? bar(i).replace(`"c":2`, `"c":"2"`) : bar(i)))
    for (const of of [decoder(), decoder().withoutCodeGeneration]) {
      for (const result of [of.rows(page(rows)), of.columns(page(rows))]) {
        const refusal = Either.getOrThrow(Either.flip(result as Either.Either<unknown, Decoder.Refusal>))
        assert.deepInclude(refusal, { _tag: "Refused", path: "results[250].c", expected: "number", actual: `"2"` })
      }
    }
  })

  it("looks for the next URL", () => {
    assert.strictEqual(decoder().nextUrl(bars), "https://a/b")
    assert.isUndefined(decoder().nextUrl(page([bar(1)])))
  })

  it("encodes what it decoded to what it decodes", () => {
    const row = Field.struct({
      time: Field.required(Field.Int64, "t"),
      kind: Field.required(Field.openEnum("a", "b"), "k"),
    })
    const one = Decoder.list({ envelope: Envelope, row, at: "results" })
    const rows = right(one.rows(page([`{"t":1709554800123456789,"k":"c"}`]))).rows
    assert.deepStrictEqual(rows, [{ time: 1709554800123456789n, kind: "c" }])
    const text = JSON.stringify({ status: "OK", results: Schema.encodeSync(Schema.Array(row))(rows) })
    assert.deepStrictEqual(right(one.rows(bytes(text))).rows, rows)
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
