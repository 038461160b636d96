import * as CashFlowStatements from "@candela/sandbox/subjects/companies/CashFlowStatements"
import * as IncomeStatements from "@candela/sandbox/subjects/companies/IncomeStatements"
import * as Ratios from "@candela/sandbox/subjects/ratios/Ratios"
import type { IncomeStatement } from "@candela/stocks/IncomeStatements"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { rowsOf, Tables } from "../../contract/support.js"

const keyOf = ({ cik, period_end, timeframe }: Pick<IncomeStatement, "cik" | "period_end" | "timeframe">) =>
  `${cik} ${timeframe} ${period_end}`

/** The lines of a statement; those that it lacks are nothing. */
const linesOf = (row: IncomeStatement) => row as unknown as Readonly<Record<string, number | undefined>>

/** Each sum, and the lines that are added to it or taken from it. */
const sums: ReadonlyArray<readonly [sum: string, plus: ReadonlyArray<string>, minus: ReadonlyArray<string>]> = [
  ["gross_profit", ["revenue"], ["cost_of_revenue"]],
  [
    "total_operating_expenses",
    [
      "selling_general_administrative",
      "research_development",
      "depreciation_depletion_amortization",
      "other_operating_expenses",
    ],
    [],
  ],
  ["operating_income", ["revenue"], ["cost_of_revenue", "total_operating_expenses"]],
  ["total_other_income_expense", ["other_income_expense"], ["interest_expense"]],
  ["income_before_income_taxes", ["operating_income", "total_other_income_expense"], []],
  ["consolidated_net_income_loss", ["income_before_income_taxes", "discontinued_operations"], ["income_taxes"]],
  [
    "ebitda",
    ["consolidated_net_income_loss", "income_taxes", "interest_expense", "depreciation_depletion_amortization"],
    [],
  ],
]

describe("the income statements of the data set", () => {
  layer(Tables)((it) => {
    it.effect("add up from the revenue to the net income", () =>
      Effect.gen(function* () {
        const rows = yield* rowsOf(IncomeStatements.table)
        for (const row of rows) {
          const lines = linesOf(row)
          const total = (names: ReadonlyArray<string>) => names.reduce((sum, name) => sum + (lines[name] ?? 0), 0)
          for (const [sum, plus, minus] of sums) {
            if (lines[sum] === undefined) continue
            assert.strictEqual(lines[sum], total(plus) - total(minus), `${sum} ${keyOf(row)}`)
          }
          for (const cost of ["revenue", "cost_of_revenue", "research_development", "selling_general_administrative"])
            assert.isAtLeast(lines[cost] ?? 0, 0, `${cost} ${keyOf(row)}`)
        }
      }),
    )

    it.effect("agree with the cash flow statements: each has one of its period, with its income and depreciation", () =>
      Effect.gen(function* () {
        const rows = yield* rowsOf(IncomeStatements.table)
        const flows = new Map((yield* rowsOf(CashFlowStatements.table)).map((row) => [keyOf(row), row]))
        assert.sameMembers(rows.map(keyOf), [...flows.keys()])
        for (const row of rows) {
          const flow = flows.get(keyOf(row))!
          assert.strictEqual(row.filing_date, flow.filing_date)
          assert.strictEqual(row.consolidated_net_income_loss, flow.net_income)
          assert.strictEqual(row.depreciation_depletion_amortization, flow.depreciation_depletion_and_amortization)
          assert.strictEqual(row.discontinued_operations, flow.income_loss_from_discontinued_operations)
        }
      }),
    )

    it.effect("tell the income per share, in cents", () =>
      Effect.gen(function* () {
        for (const row of yield* rowsOf(IncomeStatements.table)) {
          const income = row.net_income_loss_attributable_common_shareholders!
          assert.isAtLeast(row.diluted_shares_outstanding!, row.basic_shares_outstanding!)
          // Options and the like never make a loss per share smaller.
          if (income < 0) assert.strictEqual(row.diluted_shares_outstanding, row.basic_shares_outstanding)
          assert.closeTo(row.basic_earnings_per_share!, income / row.basic_shares_outstanding!, 0.00501)
          assert.closeTo(row.diluted_earnings_per_share!, income / row.diluted_shares_outstanding!, 0.00501)
        }
      }),
    )

    it.effect("agree with the ratios of the last day", () =>
      Effect.gen(function* () {
        const rows = (yield* rowsOf(IncomeStatements.table)).filter((row) => row.timeframe === "trailing_twelve_months")
        for (const ratios of yield* rowsOf(Ratios.table)) {
          const row = rows
            .filter(({ filing_date, tickers }) => tickers!.includes(ratios.ticker!) && filing_date! <= ratios.date!)
            .sort((one, other) => (one.period_end! < other.period_end! ? -1 : 1))
            .at(-1)!
          const near = (actual: number | undefined, expected: number, text: string) => {
            if (actual !== undefined)
              assert.closeTo(actual, expected, 5.01e-5 + Math.abs(expected) * 1e-9, `${text} ${ratios.ticker}`)
          }
          near(ratios.price_to_sales, ratios.market_cap! / row.revenue!, "price_to_sales")
          near(ratios.ev_to_ebitda, ratios.enterprise_value! / row.ebitda!, "ev_to_ebitda")
          // The shares of the ratios are those of the last day, those of the statement the mean of a year.
          const shares = ratios.market_cap! / ratios.price!
          near(ratios.earnings_per_share, row.consolidated_net_income_loss! / shares, "earnings_per_share")
          const change = shares / row.basic_shares_outstanding!
          if (ratios.ticker !== "BRK.B") assert.isTrue(change > 0.7 && change < 1.6, `${ratios.ticker} ${change}`)
        }
      }),
    )
  })
})
