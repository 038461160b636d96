import * as BalanceSheets from "@candela/sandbox/subjects/companies/BalanceSheets"
import * as CashFlowStatements from "@candela/sandbox/subjects/companies/CashFlowStatements"
import * as Financials from "@candela/sandbox/subjects/companies/Financials"
import * as IncomeStatements from "@candela/sandbox/subjects/companies/IncomeStatements"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { rowsOf, Tables } from "../../contract/support.js"

/** The lines of a statement, with the fields of the newer one. */
const same = {
  balance_sheet: {
    assets: "total_assets",
    current_assets: "total_current_assets",
    equity: "total_equity",
    equity_attributable_to_parent: "total_equity_attributable_to_parent",
    liabilities: "total_liabilities",
    liabilities_and_equity: "total_liabilities_and_equity",
  },
  cash_flow_statement: {
    exchange_gains_losses: "effect_of_currency_exchange_rate",
    net_cash_flow: "change_in_cash_and_equivalents",
    net_cash_flow_from_financing_activities: "net_cash_from_financing_activities",
    net_cash_flow_from_investing_activities: "net_cash_from_investing_activities",
    net_cash_flow_from_operating_activities: "net_cash_from_operating_activities",
  },
  income_statement: {
    basic_average_shares: "basic_shares_outstanding",
    basic_earnings_per_share: "basic_earnings_per_share",
    cost_of_revenue: "cost_of_revenue",
    gross_profit: "gross_profit",
    income_tax_expense_benefit: "income_taxes",
    net_income_loss: "consolidated_net_income_loss",
    operating_income_loss: "operating_income",
    revenues: "revenue",
  },
} as const

const timeframes = { quarterly: "quarterly", annual: "annual", trailing_twelve_months: "ttm" } as const

describe("the statements in the older shape", () => {
  layer(Tables)((it) => {
    it.effect("show the same as the newer ones: each income statement with its cash flows and its balance", () =>
      Effect.gen(function* () {
        const key = (cik: unknown, timeframe: unknown, end: unknown) => `${cik} ${timeframe} ${end}`
        const older = new Map(
          (yield* rowsOf(Financials.table)).map((row) => [key(row.cik, row.timeframe, row.end_date), row]),
        )
        const incomes = yield* rowsOf(IncomeStatements.table)
        assert.strictEqual(incomes.length, older.size)
        const newer = { income_statement: incomes, cash_flow_statement: yield* rowsOf(CashFlowStatements.table) }
        const balances = yield* rowsOf(BalanceSheets.table)
        const check = (statement: keyof typeof same, row: object, timeframe: string) => {
          const { cik, filing_date, period_end } = row as (typeof incomes)[number]
          const found = older.get(key(cik, timeframe, period_end))!
          assert.strictEqual(found.filing_date, filing_date)
          for (const [line, field] of Object.entries(same[statement])) {
            const value = found.financials![statement]![line]?.value
            assert.strictEqual(value, (row as Readonly<Record<string, number>>)[field], `${line} ${cik} ${period_end}`)
          }
        }
        for (const statement of ["income_statement", "cash_flow_statement"] as const) {
          for (const row of newer[statement]) check(statement, row, timeframes[row.timeframe as "annual"])
        }
        for (const row of balances) {
          // A fiscal year whose four quarters are not all there has a balance alone.
          if (older.has(key(row.cik, row.timeframe, row.period_end))) check("balance_sheet", row, row.timeframe!)
        }
      }),
    )

    it.effect("have periods without a gap, in the company's own calendar", () =>
      Effect.gen(function* () {
        const rows = (yield* rowsOf(Financials.table)).filter(({ tickers }) => tickers!.includes("AAPL"))
        const quarters = rows.filter(({ timeframe }) => timeframe === "quarterly")
        for (const [index, row] of quarters.entries()) {
          const next = quarters[index + 1]
          if (next !== undefined) {
            assert.strictEqual(Date.parse(next.start_date!) - Date.parse(row.end_date!), 86_400_000)
          }
        }
        const year = rows.find(({ fiscal_year, timeframe }) => timeframe === "annual" && fiscal_year === "2024")!
        assert.deepInclude(year, { start_date: "2023-10-01", end_date: "2024-09-30", fiscal_period: "FY", sic: "3571" })
      }),
    )
  })
})
