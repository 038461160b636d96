import * as BalanceSheets from "@candela/sandbox/subjects/companies/BalanceSheets"
import * as CashFlowStatements from "@candela/sandbox/subjects/companies/CashFlowStatements"
import type { BalanceSheet } from "@candela/stocks/BalanceSheets"
import type { CashFlowStatement } from "@candela/stocks/CashFlowStatements"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { rowsOf, Tables } from "../../contract/support.js"

const keys = ["cik", "tickers", "period_end", "filing_date", "fiscal_year", "fiscal_quarter", "timeframe"]

/** The lines of a statement; those that it lacks are nothing. */
const linesOf = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !keys.includes(key))) as Readonly<Record<string, number>>

const quarterOf = (row: Pick<CashFlowStatement, "fiscal_year" | "fiscal_quarter">) =>
  row.fiscal_year! * 4 + row.fiscal_quarter!

const read = Effect.gen(function* () {
  const statements = yield* rowsOf(CashFlowStatements.table)
  const sheets = (yield* rowsOf(BalanceSheets.table)).filter(({ timeframe }) => timeframe === "quarterly")
  const quarterly = statements.filter(({ timeframe }) => timeframe === "quarterly")
  return { statements, sheets, quarterly }
})

/** What a line of a sheet changed by in the quarter that a statement is of; absent for a company's first one. */
const changeIn = (sheets: ReadonlyArray<BalanceSheet>, row: CashFlowStatement) => {
  const of = (quarter: number) => sheets.find((sheet) => sheet.cik === row.cik && quarterOf(sheet) === quarter)
  const [last, sheet] = [of(quarterOf(row) - 1), of(quarterOf(row))]
  if (last === undefined || sheet === undefined) return undefined
  return (...lines: ReadonlyArray<keyof BalanceSheet>) =>
    lines.reduce((sum, line) => sum + ((sheet[line] ?? 0) as number) - ((last[line] ?? 0) as number), 0)
}

/** Each sum, and what it sums up. */
const sums: ReadonlyArray<readonly [sum: keyof CashFlowStatement, lines: ReadonlyArray<keyof CashFlowStatement>]> = [
  [
    "net_cash_from_operating_activities",
    [
      "net_income",
      "depreciation_depletion_and_amortization",
      "other_operating_activities",
      "change_in_other_operating_assets_and_liabilities_net",
    ],
  ],
  [
    "net_cash_from_investing_activities",
    ["purchase_of_property_plant_and_equipment", "sale_of_property_plant_and_equipment", "other_investing_activities"],
  ],
  [
    "net_cash_from_financing_activities",
    [
      "short_term_debt_issuances_repayments",
      "long_term_debt_issuances_repayments",
      "dividends",
      "noncontrolling_interests",
      "other_financing_activities",
    ],
  ],
  [
    "change_in_cash_and_equivalents",
    [
      "net_cash_from_operating_activities",
      "net_cash_from_investing_activities",
      "net_cash_from_financing_activities",
      "effect_of_currency_exchange_rate",
      "other_cash_adjustments",
    ],
  ],
  [
    "net_cash_from_operating_activities",
    [
      "cash_from_operating_activities_continuing_operations",
      "net_cash_from_operating_activities_discontinued_operations",
    ],
  ],
  [
    "net_cash_from_investing_activities",
    [
      "net_cash_from_investing_activities_continuing_operations",
      "net_cash_from_investing_activities_discontinued_operations",
    ],
  ],
  [
    "net_cash_from_financing_activities",
    [
      "net_cash_from_financing_activities_continuing_operations",
      "net_cash_from_financing_activities_discontinued_operations",
    ],
  ],
]

describe("the cash flow statements of the data set", () => {
  layer(Tables)((it) => {
    it.effect("are in whole dollars, and their sums are those of their lines", () =>
      Effect.gen(function* () {
        const { statements } = yield* read
        for (const row of statements) {
          const lines = linesOf(row)
          for (const [line, value] of Object.entries(lines)) {
            assert.isTrue(Number.isSafeInteger(value) && !Object.is(value, -0), `${row.cik} ${line} ${value}`)
          }
          for (const [sum, parts] of sums) {
            const total = parts.reduce((total, part) => total + (lines[part] ?? 0), 0)
            assert.strictEqual(lines[sum], total, `${row.cik} ${row.period_end} ${sum}`)
          }
          assert.isAtMost(row.purchase_of_property_plant_and_equipment!, 0)
          assert.isAtMost(row.dividends!, 0)
        }
        const named = new Set(statements.flatMap((row) => Object.keys(linesOf(row))))
        const declared = CashFlowStatements.table.columns.map(({ name }) => name).filter((name) => !keys.includes(name))
        assert.sameMembers([...named], declared, "every line stands on some statement")
      }),
    )

    it.effect("of twelve months, and of a fiscal year, are the sums of four quarters, line by line", () =>
      Effect.gen(function* () {
        const { quarterly, statements } = yield* read
        const compared = { annual: 0, trailing_twelve_months: 0 }
        for (const row of statements) {
          if (row.timeframe === "quarterly") continue
          const year = quarterly.filter(
            (quarter) => quarter.cik === row.cik && [0, 1, 2, 3].includes(quarterOf(row) - quarterOf(quarter)),
          )
          // Its first quarters were filed before the data begin.
          if (year.length < 4) continue
          const expected: Record<string, number> = {}
          for (const lines of year.map(linesOf)) {
            for (const [line, value] of Object.entries(lines)) expected[line] = (expected[line] ?? 0) + value
          }
          assert.deepStrictEqual(linesOf(row), expected, `${row.cik} ${row.timeframe} ${row.period_end}`)
          compared[row.timeframe as keyof typeof compared]++
          if (row.timeframe === "annual") assert.strictEqual(row.fiscal_quarter, 4)
        }
        assert.isAbove(compared.annual, 25)
        assert.isAbove(compared.trailing_twelve_months, 100)
      }),
    )

    it.effect("are filed with the balance sheet of the same quarter", () =>
      Effect.gen(function* () {
        const { quarterly, sheets } = yield* read
        const keysOf = (row: object) => JSON.stringify(keys.map((key) => (row as Record<string, unknown>)[key]))
        assert.sameMembers(quarterly.map(keysOf), sheets.map(keysOf))
      }),
    )

    it.effect("explain what changed between two balance sheets", () =>
      Effect.gen(function* () {
        const { quarterly, sheets } = yield* read
        let compared = 0
        for (const row of quarterly) {
          const change = changeIn(sheets, row)
          if (change === undefined) continue
          compared++
          const text = `${row.cik} ${row.period_end}`
          const flow = (line: keyof CashFlowStatement) => row[line] as number
          assert.strictEqual(flow("change_in_cash_and_equivalents"), change("cash_and_equivalents"), text)
          assert.strictEqual(flow("short_term_debt_issuances_repayments"), change("debt_current"), text)
          assert.strictEqual(
            flow("long_term_debt_issuances_repayments"),
            change("long_term_debt_and_capital_lease_obligations"),
            text,
          )
          assert.strictEqual(flow("noncontrolling_interests"), change("noncontrolling_interest"), text)
          assert.strictEqual(
            flow("purchase_of_property_plant_and_equipment") +
              flow("sale_of_property_plant_and_equipment") +
              flow("depreciation_depletion_and_amortization"),
            -change("property_plant_equipment_net", "intangible_assets_net"),
            text,
          )
          // What is earned is paid out, spent on own shares, or kept.
          assert.strictEqual(
            flow("net_income") +
              flow("dividends") +
              flow("other_operating_activities") +
              flow("other_financing_activities"),
            change("retained_earnings_deficit", "additional_paid_in_capital", "treasury_stock"),
            text,
          )
          // A company without a treasury retires the shares that it buys, at the cost of its retained earnings.
          if (sheets.some((sheet) => sheet.cik === row.cik && sheet.treasury_stock !== undefined)) {
            assert.strictEqual(flow("net_income") + flow("dividends"), change("retained_earnings_deficit"), text)
          }
        }
        assert.isAbove(compared, 180)
      }),
    )
  })
})
