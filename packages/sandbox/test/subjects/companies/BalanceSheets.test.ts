import * as Calendar from "@candela/market/Calendar"
import * as BalanceSheets from "@candela/sandbox/subjects/companies/BalanceSheets"
import * as Random from "@candela/sandbox/numbers/random"
import { type Quarter, quarters } from "@candela/sandbox/subjects/companies/company"
import { filers } from "@candela/sandbox/subjects/companies/filers"
import { totals } from "@candela/sandbox/subjects/companies/flows"
import { profiles } from "@candela/sandbox/subjects/companies/profiles"
import { Store } from "@candela/sandbox/store/Store"
import type { BalanceSheet } from "@candela/stocks/BalanceSheets"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Tables } from "../../contract/support.js"

const sheets = Effect.flatMap(Store, (store) =>
  Effect.map(store.query(`SELECT ${BalanceSheets.table.select} FROM balance_sheets ORDER BY cik, period_end`), (rows) =>
    rows.map(BalanceSheets.table.read),
  ),
)

/** A sum of lines; those that a sheet lacks are nothing. */
const sum = (sheet: BalanceSheet, lines: ReadonlyArray<keyof BalanceSheet>) =>
  lines.reduce((total, line) => total + ((sheet[line] ?? 0) as number), 0)

const currentAssets = [
  "cash_and_equivalents",
  "short_term_investments",
  "receivables",
  "inventories",
  "other_current_assets",
] as const
const currentLiabilities = [
  "accounts_payable",
  "accrued_and_other_current_liabilities",
  "debt_current",
  "deferred_revenue_current",
] as const

/** Each total, and the lines that it sums up. */
const totalLines: ReadonlyArray<readonly [total: keyof BalanceSheet, lines: ReadonlyArray<keyof BalanceSheet>]> = [
  ["total_current_assets", currentAssets],
  [
    "total_assets",
    [...currentAssets, "property_plant_equipment_net", "goodwill", "intangible_assets_net", "other_assets"],
  ],
  ["total_current_liabilities", currentLiabilities],
  [
    "total_liabilities",
    [...currentLiabilities, "long_term_debt_and_capital_lease_obligations", "other_noncurrent_liabilities"],
  ],
  [
    "total_equity_attributable_to_parent",
    [
      "common_stock",
      "additional_paid_in_capital",
      "retained_earnings_deficit",
      "accumulated_other_comprehensive_income",
      "treasury_stock",
      "preferred_stock",
      "other_equity",
    ],
  ],
  ["total_equity", ["total_equity_attributable_to_parent", "noncontrolling_interest"]],
  ["total_liabilities_and_equity", ["total_liabilities", "total_equity"]],
  ["total_liabilities_and_equity", ["total_assets"]],
]

const keys = ["cik", "tickers", "period_end", "filing_date", "fiscal_year", "fiscal_quarter", "timeframe"]

describe("the balance sheets of the data set", () => {
  layer(Tables)((it) => {
    it.effect("balance, and their totals are sums", () =>
      Effect.gen(function* () {
        for (const sheet of yield* sheets) {
          for (const [total, lines] of totalLines) {
            // Banks and insurers do not tell what is due within a year.
            if (sheet[total] === undefined) assert.include(total, "current", sheet.cik)
            else assert.strictEqual(sheet[total], sum(sheet, lines), `${sheet.cik} ${sheet.period_end} ${total}`)
          }
        }
      }),
    )

    it.effect("are in whole dollars; own shares are negative, and what is owned is not", () =>
      Effect.gen(function* () {
        const rows = yield* sheets
        const signed = [
          "retained_earnings_deficit",
          "accumulated_other_comprehensive_income",
          "treasury_stock",
          "other_equity",
          "total_equity",
          "total_equity_attributable_to_parent",
        ]
        for (const row of rows) {
          for (const [line, value] of Object.entries(row).filter(([line]) => !keys.includes(line))) {
            assert.isTrue(Number.isSafeInteger(value) && !Object.is(value, -0), `${row.cik} ${line} ${value}`)
            if (!signed.includes(line)) assert.isAtLeast(value as number, 0, `${row.cik} ${line}`)
          }
          assert.isAbove(row.cash_and_equivalents!, 0)
          assert.isBelow(row.treasury_stock ?? -1, 0)
        }
        const some = (keep: (row: BalanceSheet) => boolean) => assert.isTrue(rows.some(keep))
        some((row) => row.treasury_stock === undefined)
        some((row) => row.treasury_stock! < 0)
        some((row) => row.retained_earnings_deficit! < 0)
        some((row) => row.total_current_assets === undefined)
        some((row) => row.inventories === undefined)
        some((row) => row.preferred_stock! > 0)
        some((row) => row.other_equity! > 0)
        some((row) => row.other_equity! < 0)
      }),
    )

    it.effect("are there for eight quarters and two years of each company, and none of a fund", () =>
      Effect.gen(function* () {
        const rows = yield* sheets
        for (const { delisted, ticker, type } of profiles) {
          const own = rows.filter(({ tickers }) => tickers!.includes(ticker))
          const of = (timeframe: string) => own.filter((row) => row.timeframe === timeframe)
          if (type === "ETF") assert.deepStrictEqual(own, [])
          else if (delisted !== undefined) assert.isTrue(own.every(({ filing_date }) => filing_date! < delisted))
          else assert.deepStrictEqual([of("quarterly").length, of("annual").length], [8, 2], ticker)
        }
        const classes = new Set(rows.map(({ tickers }) => tickers!.join()).filter((tickers) => tickers.includes(",")))
        assert.deepStrictEqual([...classes], ["BRK.A,BRK.B"])
        assert.strictEqual(
          new Set(rows.map((row) => `${row.cik} ${row.timeframe} ${row.period_end}`)).size,
          rows.length,
        )
      }),
    )

    it.effect("of a year are those of its last quarter, and are filed with it", () =>
      Effect.gen(function* () {
        const rows = yield* sheets
        const annual = rows.filter(({ timeframe }) => timeframe === "annual")
        assert.isAbove(annual.length, 50)
        for (const { timeframe: _, ...year } of annual) {
          const quarter = rows.find(
            ({ cik, period_end, timeframe }) =>
              timeframe === "quarterly" && cik === year.cik && period_end === year.period_end,
          )
          assert.deepStrictEqual(quarter, { ...year, timeframe: "quarterly" })
          assert.strictEqual(year.fiscal_quarter, 4)
        }
      }),
    )

    it.effect("are filed with the shares that the overviews tell, under the number that the list of tickers has", () =>
      Effect.gen(function* () {
        const rows = yield* sheets
        const store = yield* Store
        const numbers = yield* store.query<{ readonly ticker: string; readonly cik: string }>(
          "SELECT ticker, cik FROM tickers WHERE cik IS NOT NULL",
        )
        const figures = yield* store.query<{ readonly key: string }>(
          "SELECT concat_ws(' ', ticker, period_end, filing_date) AS key FROM ticker_figures",
        )
        const filed = new Set(figures.map(({ key }) => key))
        for (const { cik, filing_date, period_end, tickers } of rows) {
          for (const ticker of tickers!) {
            assert.strictEqual(numbers.find((row) => row.ticker === ticker)?.cik, cik, ticker)
            assert.isTrue(filed.has([ticker, period_end, filing_date].join(" ")), `${ticker} ${period_end}`)
          }
        }
      }),
    )

    it.effect("are filed on days of trading, within 45 days of a quarter's end and 65 of a year's, by now", () =>
      Effect.gen(function* () {
        for (const { filing_date, fiscal_quarter, period_end } of yield* sheets) {
          assert.isDefined(Calendar.session(filing_date!))
          const days = (Date.parse(filing_date!) - Date.parse(period_end!)) / 86_400_000
          assert.isAbove(days, 20)
          assert.isAtMost(days, fiscal_quarter === 4 ? 65 : 45)
          assert.isAtMost(Date.parse(filing_date!), Date.parse("2025-06-30"))
        }
      }),
    )
  })
})

describe("the quarters of a company", () => {
  const of = (seed: number, filedBy: string) =>
    filers.map((filer) => quarters(filer, (key, index) => Random.make(seed, key, index), filedBy))
  const all = of(1, "2026-06-30")

  it("do not change when others follow, and follow from the seed", () => {
    const earlier = of(1, "2024-05-15")
    for (const [index, found] of earlier.entries()) {
      assert.isAbove(found.length, 6)
      assert.deepStrictEqual(found, all[index]!.slice(0, found.length))
    }
    assert.notDeepEqual(of(2, "2024-05-15"), earlier)
  })

  it("follow one another: a cash balance is the last one and all flows, a year is four quarters", () => {
    const changeOf = ({ flows }: Quarter) => totals(flows).change_in_cash_and_equivalents
    for (const found of all) {
      for (const [index, quarter] of found.entries()) {
        const last = found[index - 1]
        if (last === undefined) continue
        assert.strictEqual(quarter.balance.cash_and_equivalents, last.balance.cash_and_equivalents + changeOf(quarter))
        const number = (of: Quarter) => of.fiscalYear * 4 + of.fiscalQuarter
        assert.strictEqual(number(quarter), number(last) + 1)
        assert.isTrue(last.filingDate < quarter.filingDate)
      }
    }
  })

  it("end with the month of the fiscal year, and its name is the calendar's year of that month", () => {
    const ends = (ticker: string) =>
      all[filers.findIndex(({ shares }) => ticker in shares)]!.filter(({ fiscalYear }) => fiscalYear === 2024).map(
        ({ periodEnd }) => periodEnd,
      )
    assert.deepStrictEqual(ends("JPM"), ["2024-03-31", "2024-06-30", "2024-09-30", "2024-12-31"])
    assert.deepStrictEqual(ends("AAPL"), ["2023-12-31", "2024-03-31", "2024-06-30", "2024-09-30"])
    assert.deepStrictEqual(ends("NVDA"), ["2023-04-30", "2023-07-31", "2023-10-31", "2024-01-31"])
    assert.deepStrictEqual(ends("PG"), ["2023-09-30", "2023-12-31", "2024-03-31", "2024-06-30"])
  })
})
