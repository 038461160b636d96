/**
 * Income statements of companies: for every quarter whose statement was filed since the first date, and for the
 * fiscal year and the twelve months that ended with it.
 *
 * @module
 */
import { IncomeStatement } from "@candela/stocks/IncomeStatements"
import { round } from "../../numbers/Rounding.js"
import * as Table from "../../store/Table.js"
import * as Generator from "../../generate/Generator.js"
import type { Quarter } from "./company.js"
import type { Filer } from "./filers.js"
import { type Income, incomeOf, sharesOf, together } from "./income.js"
import { periods, statements } from "./statements.js"

/** Table with one row per statement. */
export const table = Table.of("income_statements", {
  row: IncomeStatement,
  key: ["cik", "timeframe", "period_end"],
  visible: "filing_date",
})

/** Part of the shares that options and the like would add, where they lower the earnings per share. */
const dilution = 0.006

/** Lines of a statement, under the service's names. */
const linesOf = (income: Income, basic: number, { discontinued, kind, noncontrolling }: Filer) => {
  const { administration, costOfRevenue, depreciation, interest, net, otherIncome, research, revenue, taxes } = income
  const expenses = administration + research + depreciation
  const operating = revenue - costOfRevenue - expenses
  const other = otherIncome - interest
  const diluted = net < 0 ? basic : round(basic * (1 + dilution), 0)
  return {
    revenue,
    ...(kind.costs === undefined
      ? {}
      : { cost_of_revenue: costOfRevenue, gross_profit: revenue - costOfRevenue, research_development: research }),
    selling_general_administrative: administration,
    depreciation_depletion_amortization: depreciation,
    // Most statements list it without an amount.
    other_operating_expenses: 0,
    total_operating_expenses: expenses,
    operating_income: operating,
    other_income_expense: otherIncome,
    interest_expense: interest,
    total_other_income_expense: other,
    income_before_income_taxes: operating + other,
    income_taxes: taxes,
    ...(discontinued === 0 ? {} : { discontinued_operations: income.discontinued }),
    consolidated_net_income_loss: net,
    ...(noncontrolling === 0 ? {} : { noncontrolling_interest: 0 }),
    net_income_loss_attributable_common_shareholders: net,
    ebitda: income.ebitda,
    basic_shares_outstanding: basic,
    diluted_shares_outstanding: diluted,
    basic_earnings_per_share: round(net / basic, 2),
    diluted_earnings_per_share: round(net / diluted, 2),
  }
}

/** Lines of the statement of some quarters of a company. */
export const ofQuarters = (quarters: ReadonlyArray<Quarter>, filer: Filer) =>
  linesOf(together(quarters.map((quarter) => incomeOf(quarter, filer))), sharesOf(quarters, filer), filer)

/** Writes the income statements. */
export const generator: Generator.Generator = Generator.ofTable(table, (setting) =>
  statements(setting, (company, index) =>
    periods(company, index).map(({ filing, quarters }): IncomeStatement => ({
      ...filing,
      ...ofQuarters(quarters, company.filer),
    })),
  ),
)
