import { Alternative } from "@candela/alternative/Alternative"
import type { MerchantAggregate } from "@candela/alternative/MerchantAggregates"
import { MerchantRecord } from "@candela/alternative/MerchantHierarchy"
import * as MerchantAggregates from "@candela/sandbox/subjects/merchants/MerchantAggregates"
import * as MerchantHierarchy from "@candela/sandbox/subjects/merchants/MerchantHierarchy"
import { merchants } from "@candela/sandbox/subjects/merchants/merchants"
import * as Random from "@candela/sandbox/numbers/random"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { rowsAt } from "../../contract/rowsAt.js"
import { Tables } from "../../contract/support.js"

const today = "2025-06-30"
const rows = MerchantAggregates.rows(today, (key, index) => Random.make(1, key, index))
const hierarchyOn = (date: string) => merchants.flatMap((merchant) => MerchantHierarchy.recordsOf(merchant, date))
const hierarchy = hierarchyOn(today)

const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** Asserts that a law holds of every aggregate. */
const assertAll = (law: (row: MerchantAggregate) => boolean) => assert.isUndefined(rows.find((row) => !law(row)))

describe("merchant aggregates", () => {
  it("are of every country, channel, panel and type, some thousand of them, each once", () => {
    const values = (field: keyof MerchantAggregate) => new Set(rows.map((row) => row[field])).size
    assert.deepStrictEqual(
      (["user_country", "channel", "consumer_type", "type", "transaction_currency"] as const).map(values),
      [7, 3, 3, 2, 2],
    )
    assert.isTrue(rows.length > 3000 && rows.length < 10_000, String(rows.length))
    const key = (row: MerchantAggregate) =>
      [row.transaction_date, row.name, row.user_country, row.channel, row.consumer_type].join()
    assert.strictEqual(new Set(rows.map(key)).size, rows.length)
  })

  it("are published 7 days after, in pounds for the United Kingdom and in euros elsewhere", () => {
    assertAll((row) => days(row.transaction_date!, row.published_date!) === 7)
    assertAll((row) => row.transaction_currency === (row.user_country === "UK" ? "GBP" : "EUR"))
  })

  it("have negative spending, positive refunds where there are any, and totals that are their sums, to the cent", () => {
    assertAll((row) => row.spend_out_spend! < 0 && (row.spend_in_spend ?? 1) > 0)
    assertAll(
      (row) =>
        Math.round((row.spend_out_spend! + (row.spend_in_spend ?? 0)) * 100) === Math.round(row.total_spend! * 100),
    )
    for (const field of ["spend_out_spend", "spend_in_spend", "total_spend"] as const) {
      assertAll(({ [field]: amount = 0 }) => Math.round(amount * 100) / 100 === amount)
    }
    assertAll((row) => row.total_transactions === row.spend_out_transaction_count! + row.spend_in_transaction_count!)
    assertAll(({ spend_in_spend: spend = 0, spend_in_transaction_count: count = 0 }) => spend > 0 === count > 0)
    assert.isAbove(rows.filter((row) => row.spend_in_spend! > 0).length, rows.length / 2)
  })

  it("count accounts that agree: no more than transactions, all of them once, within the panel", () => {
    for (const [accounts, transactions] of [
      ["spend_out_distinct_account_key_count", "spend_out_transaction_count"],
      ["spend_in_distinct_account_key_count", "spend_in_transaction_count"],
    ] as const) {
      assertAll((row) => row[accounts]! <= row[transactions]!)
      assertAll((row) => row.total_accounts! >= row[accounts]!)
    }
    assertAll(
      (row) =>
        row.total_accounts! <= row.spend_out_distinct_account_key_count! + row.spend_in_distinct_account_key_count!,
    )
    assertAll((row) => row.total_accounts! <= row.eight_day_rolling_category_accounts!)
  })

  it("have rolling accounts that agree: 8 days within 28, a category within all, the same for all of a panel", () => {
    assertAll((row) => row.eight_day_rolling_category_accounts! <= row.twenty_eight_day_rolling_category_accounts!)
    assertAll((row) => row.eight_day_rolling_total_accounts! <= row.twenty_eight_day_rolling_total_accounts!)
    assertAll((row) => row.eight_day_rolling_category_accounts! <= row.eight_day_rolling_total_accounts!)
    assertAll((row) => row.twenty_eight_day_rolling_category_accounts! <= row.twenty_eight_day_rolling_total_accounts!)
    const panels = new Map<string, string>()
    for (const row of rows) {
      const panel = [row.transaction_date, row.user_country, row.consumer_type].join()
      const total = [row.eight_day_rolling_total_accounts, row.twenty_eight_day_rolling_total_accounts].join()
      const category = [row.eight_day_rolling_category_accounts, row.twenty_eight_day_rolling_category_accounts].join()
      for (const [key, sizes] of [
        [panel, total],
        [`${panel} ${row.mcc_group}`, category],
      ] as const) {
        assert.strictEqual(panels.get(key) ?? sizes, sizes, key)
        panels.set(key, sizes)
      }
    }
  })

  it("name a merchant of the hierarchy where they are of a merchant, with its parent and ticker of the day", () => {
    const names = new Set(hierarchy.map((row) => row.lookup_name))
    assertAll((row) => names.has(row.name!) === (row.type === "merchant"))
    const find = MerchantRecord.finder(hierarchy)
    for (const row of rows) {
      const record = find(row)
      assert.strictEqual(record !== undefined, row.type === "merchant")
      if (record === undefined) continue
      assert.strictEqual(row.parent_name, record.parent_name)
      assert.strictEqual(row.merchant_ticker, record.ticker)
      assert.strictEqual(row.merchant_industry, record.industry)
      assert.strictEqual(row.name, row.name!.toLowerCase())
    }
    const royalMail = new Set(rows.filter(({ name }) => name === "royal mail").map((row) => row.merchant_ticker))
    assert.deepStrictEqual(royalMail, new Set(["IDS LN", undefined]))
  })
})

describe("the merchant hierarchy", () => {
  it("has one record of each merchant on every day, from the sentinel of the beginning to that of the end", () => {
    for (const { name } of merchants) {
      const own = hierarchy.filter((row) => row.lookup_name === name)
      assert.strictEqual(own[0]!.active_from, "0001-01-01")
      assert.strictEqual(own.at(-1)!.active_to, "9999-12-31")
      own.slice(1).forEach((row, index) => assert.strictEqual(days(own[index]!.active_to!, row.active_from!), 1))
    }
  })

  it("has merchants that changed their parent's owner or ticker, on one, two and three levels", () => {
    const changed = merchants.filter(({ name }) => hierarchy.filter((row) => row.lookup_name === name).length > 1)
    assert.deepStrictEqual(
      changed.map(({ name }) => name),
      ["asda", "morrisons", "royal mail"],
    )
    const levels = hierarchy.map((row) => [row.grandparent_name, row.great_grandparent_name].filter(Boolean).length)
    assert.deepStrictEqual(new Set(levels), new Set([0, 1, 2]))
  })

  it("tells tickers of listed companies: a merchant's is that of the first one above it", () => {
    for (const row of hierarchy) {
      const above = [row.parent_ticker, row.grandparent_ticker, row.great_grandparent_ticker]
      assert.strictEqual(
        row.ticker,
        above.find((ticker) => ticker !== undefined),
      )
      assert.strictEqual(row.listing_status, row.ticker === undefined ? "private" : "public")
      assert.match(row.ticker ?? "TSCO LN", /^[A-Z0-9]+ [A-Z]{2}$/)
    }
  })

  it("knows no change before its day", () => {
    const asda = (date: string) => hierarchyOn(date).filter(({ lookup_name }) => lookup_name === "asda")
    for (const date of ["2021-02-14", "2021-02-15"]) {
      assert.deepStrictEqual(
        asda(date).map(({ active_to, ticker }) => [active_to, ticker]),
        [["9999-12-31", "WMT US"]],
      )
    }
    assert.deepStrictEqual(
      asda("2021-02-16").map(({ active_from, active_to }) => [active_from, active_to]),
      [
        ["0001-01-01", "2021-02-15"],
        ["2021-02-16", "9999-12-31"],
      ],
    )
  })
})

layer(Tables, { excludeTestServices: true })("merchant aggregates", (it) => {
  it.effect("are seen from the day of their publication", () =>
    Effect.gen(function* () {
      const { merchantAggregates } = Alternative.endpoints
      for (const [instant, day] of [
        ["2025-06-30T16:00:00-04:00", "2025-06-23"],
        ["2025-06-01T00:00:00-04:00", "2025-05-25"],
        ["2025-05-31T23:59:00-04:00", "2025-05-24"],
      ] as const) {
        const [newest] = yield* rowsAt(merchantAggregates, { limit: 1 }, instant)
        assert.strictEqual(newest!.transaction_date, day)
      }
    }),
  )
})
