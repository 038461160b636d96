import * as BalanceSheets from "@candela/sandbox/subjects/companies/BalanceSheets"
import * as CashFlowStatements from "@candela/sandbox/subjects/companies/CashFlowStatements"
import * as Dividends from "@candela/sandbox/subjects/dividends/Dividends"
import * as Ratios from "@candela/sandbox/subjects/ratios/Ratios"
import { overview } from "@candela/sandbox/subjects/tickers/Overview"
import { Store } from "@candela/sandbox/store/Store"
import { assert, describe, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { rowsOf, Tables } from "../../contract/support.js"
import { sampled } from "@candela/support/seeded"

const now = Date.parse("2025-06-30T16:00:00-04:00")

/** The last row, by a column, of those up to a day. */
const lastBy = <Row>(rows: ReadonlyArray<Row>, column: keyof Row, day: string) =>
  rows
    .filter((row) => String(row[column]) <= day)
    .sort((one, other) => (String(one[column]) < String(other[column]) ? -1 : 1))
    .at(-1)!

/** A figure with four decimals. */
const assertRatio = (actual: number | undefined, expected: number, text: string) =>
  assert.closeTo(actual!, expected, 5.01e-5 + Math.abs(expected) * 1e-9, text)

const readRows = Effect.gen(function* () {
  const store = yield* Store
  const bars = yield* store.query<{
    readonly ticker: string
    readonly date: string
    readonly c: number
    readonly v: number
  }>("SELECT ticker, date, c, v FROM day_bars ORDER BY ticker, date")
  return {
    bars,
    dividends: yield* rowsOf(Dividends.table),
    flows: yield* rowsOf(CashFlowStatements.table),
    rows: yield* rowsOf(Ratios.table),
    sheets: yield* rowsOf(BalanceSheets.table),
  }
})

/** The rows of the tables, which are read once. */
class Rows extends Context.Tag("test/Rows")<Rows, Effect.Effect.Success<typeof readRows>>() {}

describe("the ratios of the data set", () => {
  layer(Layer.provideMerge(Layer.effect(Rows, readRows), Tables))((it) => {
    it.effect("are those of the last two trading days, of each stock of a company that trades", () =>
      Effect.gen(function* () {
        const { rows, sheets } = yield* Rows
        const tickers = [...new Set(sheets.flatMap(({ tickers }) => tickers!))].filter((ticker) => ticker !== "SPLK")
        for (const date of ["2025-06-27", "2025-06-30"]) {
          const own = rows.filter((row) => row.date === date)
          assert.sameMembers(
            own.map(({ ticker }) => ticker),
            tickers,
          )
        }
        assert.strictEqual(rows.length, 2 * tickers.length)
      }),
    )

    it.effect("agree with the prices: close and mean volume of thirty trading days", () =>
      Effect.gen(function* () {
        const { bars, rows } = yield* Rows
        for (const { average_volume, date, price, ticker } of rows) {
          const days = bars.filter((bar) => bar.ticker === ticker && bar.date <= date).slice(-30)
          assert.strictEqual(days.at(-1)!.date, date)
          assert.strictEqual(price, days.at(-1)!.c)
          assertRatio(average_volume, days.reduce((sum, { v }) => sum + v, 0) / 30, ticker)
        }
      }),
    )

    it.effect("agree with the ticker's overview: the market capitalization is close times weighted shares", () =>
      Effect.gen(function* () {
        const { rows } = yield* Rows
        for (const { cik, date, market_cap, ticker } of sampled(rows, 0)) {
          const found = yield* overview({ ticker, date, now })
          assert.deepStrictEqual([cik, market_cap], [found!.cik, found!.market_cap], ticker)
        }
      }),
    )

    it.effect("agree with the statements filed by the day", () =>
      Effect.gen(function* () {
        const { flows, rows, sheets } = yield* Rows
        let classified = 0
        for (const row of rows) {
          const { date, ticker } = row
          const ofTicker = ({ tickers }: { readonly tickers?: ReadonlyArray<string> }) => tickers!.includes(ticker)
          const sheet = lastBy(sheets.filter(ofTicker), "filing_date", date)
          const year = lastBy(
            flows.filter((flow) => ofTicker(flow) && flow.timeframe === "trailing_twelve_months"),
            "filing_date",
            date,
          )
          const debt = (sheet.debt_current ?? 0) + (sheet.long_term_debt_and_capital_lease_obligations ?? 0)
          const free = year.net_cash_from_operating_activities! + year.purchase_of_property_plant_and_equipment!
          const value = row.market_cap! + debt - sheet.cash_and_equivalents!
          assert.deepStrictEqual([row.free_cash_flow, row.enterprise_value], [free, value], ticker)
          assertRatio(row.earnings_per_share, (year.net_income! * row.price!) / row.market_cap!, ticker)
          assertRatio(row.price_to_book, row.market_cap! / sheet.total_equity_attributable_to_parent!, ticker)
          assertRatio(row.return_on_assets, year.net_income! / sheet.total_assets!, ticker)
          assertRatio(row.return_on_equity, year.net_income! / sheet.total_equity!, ticker)
          assertRatio(row.debt_to_equity, debt / sheet.total_equity!, ticker)
          // Revenue is in no statement: sales are what two ratios agree on.
          const sales = row.market_cap! / row.price_to_sales!
          assert.closeTo(row.ev_to_sales! * sales, value, Math.abs(value) * 0.01 + sales * 1e-4, ticker)
          const due = sheet.total_current_liabilities
          if (due === undefined)
            assert.deepStrictEqual([row.current, row.quick, row.cash], [undefined, undefined, undefined])
          else {
            classified++
            assertRatio(row.current, sheet.total_current_assets! / due, ticker)
            assertRatio(row.quick, (sheet.total_current_assets! - (sheet.inventories ?? 0)) / due, ticker)
            assertRatio(row.cash, sheet.cash_and_equivalents! / due, ticker)
          }
        }
        assert.isTrue(classified > 40 && classified < rows.length)
      }),
    )

    it.effect("of price to earnings and cash flows are there only where their denominator is positive", () =>
      Effect.gen(function* () {
        const { flows, rows } = yield* Rows
        const absent = { earnings: 0, operating: 0, free: 0 }
        const assertOverPositive = (
          ratio: number | undefined,
          numerator: number,
          denominator: number,
          count: keyof typeof absent,
        ) => {
          if (denominator > 0) return assertRatio(ratio, numerator / denominator, count)
          absent[count]++
          assert.isUndefined(ratio)
        }
        for (const row of rows) {
          const { net_cash_from_operating_activities: operating } = lastBy(
            flows.filter((flow) => flow.cik === row.cik && flow.timeframe === "trailing_twelve_months"),
            "filing_date",
            row.date,
          )
          assertOverPositive(row.price_to_earnings, row.price!, row.earnings_per_share!, "earnings")
          assertOverPositive(row.price_to_cash_flow, row.market_cap!, operating!, "operating")
          assertOverPositive(row.price_to_free_cash_flow, row.market_cap!, row.free_cash_flow!, "free")
        }
        for (const [name, count] of Object.entries(absent)) assert.isTrue(count > 0 && count < 20, `${name} ${count}`)
      }),
    )

    it.effect("agree with the dividends: the yield is what was paid in a year; none of a stock that pays nothing", () =>
      Effect.gen(function* () {
        const { dividends, rows } = yield* Rows
        let paying = 0
        for (const { date, dividend_yield, price, ticker } of rows) {
          const before = `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`
          const paid = dividends
            .filter((row) => row.ticker === ticker && row.ex_dividend_date! > before && row.ex_dividend_date! <= date)
            .reduce((sum, { split_adjusted_cash_amount }) => sum + split_adjusted_cash_amount!, 0)
          if (paid === 0) assert.isUndefined(dividend_yield, ticker)
          else {
            paying++
            assertRatio(dividend_yield, paid / price!, ticker)
          }
        }
        assert.isTrue(paying > 30 && paying < rows.length)
      }),
    )
  })
})
