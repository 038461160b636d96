import * as Foreign from "@candela/core/internal/Foreign"
import * as Catalog from "@candela/catalog/Catalog"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import { Benzinga } from "@candela/benzinga/Benzinga"
import { Etfglobal } from "@candela/etfglobal/Etfglobal"
import { Filings } from "@candela/filings/Filings"
import { Options } from "@candela/options/Options"
import { Reference } from "@candela/reference/Reference"
import { Stocks } from "@candela/stocks/Stocks"
import { assert, describe, it } from "@effect/vitest"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Stream from "effect/Stream"
import stringWidth from "string-width"
import * as View from "../../src/output/View.js"
import * as Field from "../../src/output/table/Field.js"
import * as Table from "../../src/output/table/Table.js"
import * as Width from "../../src/output/table/Width.js"
import * as Zone from "../../src/output/table/Zone.js"

const options = { width: 80, hasColors: false, zone: "America/New_York", decimals: 4 } as const
const column = (name: string, unit?: string): Field.Field => ({ path: name.split("."), unit, isNumber: undefined })

const draw = (
  fields: ReadonlyArray<Field.Field>,
  rows: ReadonlyArray<unknown>,
  more: Partial<Table.TableOptions> = {},
) => {
  const table = new Table.Table(fields, { ...options, ...more })
  return Effect.map(Stream.runCollect(Table.text(table, Stream.fromIterable(rows))), (parts) => ({
    lines: [...parts].join("").split("\n").slice(0, -1),
    leftOut: table.leftOut,
  }))
}

describe("tables", () => {
  it.effect("of 100,000 rows are written while rows come, and hold no more than a chunk of them", () =>
    Effect.gen(function* () {
      const size = 1000
      let [made, lines, most] = [0, 0, 0]
      const chunks = Stream.repeatEffect(
        Effect.sync(() => Chunk.makeBy(size, (index) => ({ n: made + index, price: 1.25 }))),
      ).pipe(
        Stream.take(100),
        Stream.tap(() => Effect.sync(() => void (made += size))),
        Stream.flattenChunks,
      )
      const table = new Table.Table([column("n"), column("price", "dollars")], options)
      yield* Stream.runForEach(Table.text(table, chunks), (text) =>
        Effect.sync(() => {
          lines += text.split("\n").length - 1
          most = Math.max(most, made - lines)
        }),
      )
      // A heading and its rule.
      assert.strictEqual(lines, made + 2)
      assert.isAtMost(most, size)
    }),
  )

  it.effect("align numbers with the digits that their column has, and texts on the left", () =>
    Effect.gen(function* () {
      const rows = [
        { name: "a", price: 1234.5, count: 12 },
        { name: "bcd", price: -0.25, count: 1234567 },
        { name: "", price: 1e-9 },
      ]
      const { lines } = yield* draw([column("name"), column("price", "dollars"), column("count", "count")], rows)
      assert.deepStrictEqual(
        lines,
        [
          "name        price      count",
          "────  ───────────  ─────────",
          "a     1,234.5000         12",
          "bcd      -0.2500  1,234,567",
          "            1e-9",
        ].map((_, index) => lines[index]!),
      )
      assert.match(lines[2]!, /^a +1,234\.5000 +12$/)
      assert.match(lines[4]!, /^ +1e-9$/)
    }),
  )

  it.effect("show instants in the zone of the market, as finely as they are", () =>
    Effect.gen(function* () {
      const day = column("t", "epoch milliseconds")
      const midnight = Date.parse("2025-06-02T04:00:00Z")
      assert.deepStrictEqual((yield* draw([day], [{ t: midnight }])).lines, [
        "t (New York)",
        "────────────",
        "2025-06-02",
      ])
      const minutes = yield* draw([day], [{ t: midnight }, { t: midnight + 90 * 60_000 }])
      assert.deepStrictEqual(minutes.lines.slice(2), ["2025-06-02 00:00", "2025-06-02 01:30"])
      const utc = yield* draw([day], [{ t: midnight }], { zone: "UTC" })
      assert.deepStrictEqual(utc.lines, ["t (UTC)         ".trimEnd(), "────────────────", "2025-06-02 04:00"])
      const nanos = column("t", "epoch nanoseconds")
      const exact = yield* draw([nanos], [{ t: BigInt(midnight) * 1_000_000n + 123_456_789n }])
      assert.strictEqual(exact.lines[2], "2025-06-02 00:00:00.123456789")
      // A later row that needs more digits than the first ones has them.
      const late = yield* draw([day], [...Array.from({ length: 100 }, () => ({ t: midnight })), { t: midnight + 1 }])
      assert.strictEqual(late.lines.at(-1), "2025-06-02 00:00:00.001")
      assert.strictEqual(Zone.read(Number.NaN, "UTC"), undefined)
    }),
  )

  it("keep all decimals of an instant, whatever its form", () => {
    const form = (value: unknown) => Zone.read(value, "America/New_York")?.text
    assert.strictEqual(form("2025-06-02T04:00:00.123456789Z"), "2025-06-02 00:00:00.123456789")
    assert.strictEqual(form("2025-06-02T04:00:00.1234Z"), "2025-06-02 00:00:00.123400000")
    assert.strictEqual(form("2025-06-02T04:00:00Z"), "2025-06-02 00:00:00.000000000")
    // Earlier than 1970: rounded down to the millisecond before.
    assert.strictEqual(form(-1n), "1969-12-31 18:59:59.999999999")
    assert.strictEqual(form("2025-06-02T04:00:00.1234567891Z"), undefined)
  })

  it.effect("name the columns for which there is no room, and those whose first value comes late", () =>
    Effect.gen(function* () {
      const fields = ["a", "bb", "ccc", "late"].map((name) => column(name))
      const row = { a: "x".repeat(20), bb: "y".repeat(50), ccc: "z".repeat(20) }
      const rows = [...Array.from({ length: 100 }, () => row), { ...row, late: 1 }]
      const { leftOut, lines } = yield* draw(fields, rows, { width: 50 })
      assert.deepStrictEqual(leftOut, ["ccc", "late"])
      assert.strictEqual(lines[2], `${"x".repeat(20)}  ${"y".repeat(27)}…`)
      assert.deepStrictEqual((yield* draw(fields, rows, { width: Number.POSITIVE_INFINITY })).leftOut, ["late"])
    }),
  )

  it.effect("show nothing that a terminal would obey", () =>
    Effect.gen(function* () {
      const { lines } = yield* draw([column("a")], [{ a: "red\u001b[31m\r\nnext\u202eright" }])
      assert.strictEqual(lines[2], "red\\u001b[31m\\r\\nnext\\u202eright")
    }),
  )

  it.effect("have a heading without rows", () =>
    Effect.gen(function* () {
      const { lines } = yield* draw(Field.ofEndpoint(Stocks.endpoints.bars), [])
      assert.strictEqual(lines.length, 2)
      assert.match(lines[0]!, /^timestamp \(New York\) +open +high +low +close +volume/)
    }),
  )

  it("begin with what a person reads first, and end with what only programs need", () => {
    const names = (endpoint: Endpoint.AnyRows, asked: ReadonlyArray<string> = []) =>
      Field.ofEndpoint(endpoint, asked).map(Field.nameOf)
    const { bars, financials, incomeStatements, quotes, snapshots, trades } = Stocks.endpoints
    const first = (count: number, ...columns: Parameters<typeof names>) =>
      names(...columns)
        .slice(0, count)
        .join(" ")
    assert.strictEqual(names(bars).join(" "), "timestamp open high low close volume vwap transactions otc")
    assert.strictEqual(first(3, trades), "sip_timestamp price size")
    assert.strictEqual(first(5, quotes), "sip_timestamp bid_price ask_price bid_size ask_size")
    assert.strictEqual(first(5, snapshots), "ticker bid ask price size")
    assert.strictEqual(first(5, incomeStatements), "tickers period_end timeframe revenue gross_profit")
    assert.strictEqual(
      first(13, Options.endpoints.chain),
      "details.ticker expiration_date strike_price contract_type bid ask last_trade.price size change_percent change implied_volatility delta gamma",
    )
    assert.strictEqual(first(3, Filings.endpoints.form4), "tickers filing_date owner_name")
    assert.strictEqual(first(4, Filings.endpoints.holdings), "filing_date filer_cik issuer_name market_value")
    assert.strictEqual(first(5, Benzinga.endpoints.ratings), "ticker date rating previous_rating price_target")
    assert.strictEqual(
      first(4, Etfglobal.endpoints.constituents),
      "composite_ticker effective_date constituent_ticker weight",
    )
    assert.strictEqual(first(2, Reference.endpoints.conditions), "id name")
    assert.strictEqual(first(3, Stocks.endpoints.dividends), "ticker ex_dividend_date cash_amount")
    assert.strictEqual(first(3, Reference.endpoints.marketHolidays), "date exchange name")
    // Times of updates, addresses and identifiers are last; what a request asks about is early.
    assert.strictEqual(names(snapshots).at(-2), "updated")
    assert.strictEqual(names(financials).at(-1), "cik")
    assert.strictEqual(first(2, incomeStatements, ["net_income"]), "tickers period_end")
    assert.strictEqual(first(3, trades, ["exchange"]), "sip_timestamp exchange price")
  })

  it("have all columns of every endpoint, each once", () => {
    for (const { declaration } of Catalog.endpoints) {
      const endpoint = View.asRows(declaration)
      const sorted = (fields: ReadonlyArray<Field.Field>) => fields.map(({ path }) => path.join(".")).toSorted()
      const all = Field.ofEndpoint(endpoint)
      assert.deepStrictEqual(sorted(all), sorted(Field.inOrder(endpoint)))
      assert.strictEqual(new Set(all.map(Field.nameOf)).size, all.length, declaration.name)
    }
  })

  it.effect("hold the rows that came before a failure", () =>
    Effect.gen(function* () {
      const table = new Table.Table([column("a")], options)
      const parts: Array<string> = []
      const stream = Stream.concat(Stream.make({ a: 1 }), Stream.fail("lost"))
      const exit = yield* Effect.flip(
        Stream.runForEach(Table.text(table, stream), (part) => Effect.sync(() => parts.push(part))),
      )
      assert.strictEqual(exit, "lost")
      assert.strictEqual(parts.join(""), "a\n─\n1\n")
    }),
  )

  it.effect("have no heading where a failure comes before all rows", () =>
    Effect.gen(function* () {
      const table = new Table.Table([column("a")], options)
      const parts: Array<string> = []
      const text = Table.text(table, Stream.fail("refused"))
      const failure = yield* Effect.flip(Stream.runForEach(text, (part) => Effect.sync(() => parts.push(part))))
      assert.deepStrictEqual([failure, parts], ["refused", []])
    }),
  )

  it("cut any text to a width that it keeps", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.fullUnicodeString(), FastCheck.integer({ min: 1, max: 20 }), (text, width) => {
        const line = Foreign.show(text)
        const cut = Width.cut(line, width)
        assert.isAtMost(stringWidth(cut), width)
        if (stringWidth(line) <= width) assert.strictEqual(cut, line)
        assert.isAtLeast(stringWidth(Width.pad(cut, width, false)), width)
      }),
    )
    assert.strictEqual(Width.cut("東京証券取引所", 7), "東京証…")
  })
})
