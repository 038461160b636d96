/**
 * Statements of companies in the older shape: the balance sheet, the cash flow statement and the income statement of
 * a period in a row.
 *
 * @module
 */
import { type FinancialLine, Financials, type FinancialStatements } from "@candela/stocks/Financials"
import * as Table from "../../store/Table.js"
import * as Generator from "../../generate/Generator.js"
import { companies } from "../tickers/companies.js"
import { rootOf } from "../tickers/listings.js"
import { totals } from "./balance.js"
import type { Quarter } from "./company.js"
import { together, totals as totalsOfFlows } from "./flows.js"
import { ofQuarters } from "./IncomeStatements.js"
import { periods, type Reports, statements } from "./statements.js"

/** Table with one row per period. */
export const table = Table.of("financials", {
  row: Financials,
  key: ["cik", "timeframe", "end_date"],
  visible: "filing_date",
})

type Lines = Readonly<Record<string, FinancialLine>>

/** Lines of a statement, in their order. Those without a value are left out. */
const lined = (
  all: ReadonlyArray<readonly [name: string, label: string, value: number | undefined, unit?: string]>,
): Lines =>
  Object.fromEntries(
    all.flatMap(([name, label, value, unit = "USD"], index) =>
      value === undefined ? [] : [[name, { label, order: 100 * (index + 1), unit, value }]],
    ),
  )

const balanceSheet = ({ balance }: Quarter, { filer }: Reports): Lines => {
  const sums = totals(balance)
  const { total_current_assets: assets, total_current_liabilities: liabilities } = sums
  const { classified } = filer.kind
  return lined([
    ["assets", "Assets", sums.total_assets],
    ["current_assets", "Current Assets", classified ? assets : undefined],
    ["noncurrent_assets", "Noncurrent Assets", classified ? sums.total_assets - assets : undefined],
    ["inventory", "Inventory", balance.inventories === 0 ? undefined : balance.inventories],
    ["fixed_assets", "Fixed Assets", balance.property_plant_equipment_net],
    ["liabilities", "Liabilities", sums.total_liabilities],
    ["current_liabilities", "Current Liabilities", classified ? liabilities : undefined],
    ["noncurrent_liabilities", "Noncurrent Liabilities", classified ? sums.total_liabilities - liabilities : undefined],
    ["long_term_debt", "Long-Term Debt", balance.long_term_debt_and_capital_lease_obligations],
    ["equity", "Equity", sums.total_equity],
    [
      "equity_attributable_to_noncontrolling_interest",
      "Equity Attributable To Noncontrolling Interest",
      balance.noncontrolling_interest,
    ],
    ["equity_attributable_to_parent", "Equity Attributable To Parent", sums.total_equity_attributable_to_parent],
    ["liabilities_and_equity", "Liabilities And Equity", sums.total_liabilities_and_equity],
  ])
}

const cashFlowStatement = (quarters: ReadonlyArray<Quarter>): Lines => {
  const flows = together(quarters.map((quarter) => quarter.flows))
  const sums = totalsOfFlows(flows)
  const of = "Net Cash Flow From"
  return lined([
    ["net_cash_flow_from_operating_activities", `${of} Operating Activities`, sums.net_cash_from_operating_activities],
    ["net_cash_flow_from_investing_activities", `${of} Investing Activities`, sums.net_cash_from_investing_activities],
    ["net_cash_flow_from_financing_activities", `${of} Financing Activities`, sums.net_cash_from_financing_activities],
    ["exchange_gains_losses", "Exchange Gains/Losses", flows.effect_of_currency_exchange_rate],
    ["net_cash_flow", "Net Cash Flow", sums.change_in_cash_and_equivalents],
  ])
}

const incomeStatement = (quarters: ReadonlyArray<Quarter>, { filer }: Reports): Lines => {
  const income = ofQuarters(quarters, filer)
  const discontinued = "discontinued_operations" in income ? income.discontinued_operations : undefined
  const cost = "cost_of_revenue" in income ? income : undefined
  return lined([
    ["revenues", "Revenues", income.revenue],
    ["cost_of_revenue", "Cost Of Revenue", cost?.cost_of_revenue],
    ["gross_profit", "Gross Profit", cost?.gross_profit],
    ["operating_expenses", "Operating Expenses", income.total_operating_expenses],
    ["research_and_development", "Research and Development", cost?.research_development],
    [
      "selling_general_and_administrative_expenses",
      "Selling, General, and Administrative Expenses",
      income.selling_general_administrative,
    ],
    ["operating_income_loss", "Operating Income/Loss", income.operating_income],
    ["nonoperating_income_loss", "Nonoperating Income/Loss", income.total_other_income_expense],
    [
      "income_loss_from_continuing_operations_before_tax",
      "Income/Loss From Continuing Operations Before Tax",
      income.income_before_income_taxes,
    ],
    ["income_tax_expense_benefit", "Income Tax Expense/Benefit", income.income_taxes],
    [
      "income_loss_from_discontinued_operations_net_of_tax",
      "Income/Loss From Discontinued Operations Net Of Tax",
      discontinued,
    ],
    ["net_income_loss", "Net Income/Loss", income.consolidated_net_income_loss],
    ["basic_earnings_per_share", "Basic Earnings Per Share", income.basic_earnings_per_share, "USD / shares"],
    ["diluted_earnings_per_share", "Diluted Earnings Per Share", income.diluted_earnings_per_share, "USD / shares"],
    ["basic_average_shares", "Basic Average Shares", income.basic_shares_outstanding, "shares"],
    ["diluted_average_shares", "Diluted Average Shares", income.diluted_shares_outstanding, "shares"],
  ])
}

/** First day of some months that end with a day. */
const firstDay = (end: string, months: number) =>
  new Date(Date.UTC(Number(end.slice(0, 4)), Number(end.slice(5, 7)) - months, 1)).toISOString().slice(0, 10)

const timeframes = { quarterly: "quarterly", annual: "annual", trailing_twelve_months: "ttm" } as const

const ofPeriod = (company: Reports, { filing, quarters }: ReturnType<typeof periods>[number]): Financials => {
  const { profile } = company.filer
  const { cik, filing_date, fiscal_quarter, fiscal_year, period_end, tickers } = filing
  const timeframe = timeframes[filing.timeframe]
  const industry = companies[rootOf(profile.ticker)]?.industry[0]
  return {
    cik,
    company_name: profile.name,
    ...(industry === undefined ? {} : { sic: industry }),
    tickers,
    start_date: firstDay(period_end, 3 * quarters.length),
    end_date: period_end,
    filing_date,
    timeframe,
    fiscal_period: { quarterly: `Q${fiscal_quarter}`, annual: "FY", ttm: "TTM" }[timeframe],
    fiscal_year: String(fiscal_year),
    financials: {
      balance_sheet: balanceSheet(quarters.at(-1)!, company),
      cash_flow_statement: cashFlowStatement(quarters),
      income_statement: incomeStatement(quarters, company),
    },
  }
}

/** Writes the statements in the older shape. */
export const generator: Generator.Generator = Generator.ofTable(table, (setting) =>
  statements(setting, (company, index) => periods(company, index).map((period) => ofPeriod(company, period))),
)

const direct = { source: "SourceDirectReport" } as const

/** Returns a row whose lines say where they are from: all are as the companies report them. */
export const withSources = (row: Financials): Financials => ({
  ...row,
  financials: Object.fromEntries(
    Object.entries(row.financials ?? {}).map(([statement, lines]) => [
      statement,
      Object.fromEntries(Object.entries(lines as Lines).map(([name, line]) => [name, { ...line, ...direct }])),
    ]),
  ) as FinancialStatements,
})
