/**
 * Balance sheets of companies, for every quarter and fiscal year whose statement was filed since
 * the first date. @module
 */
import { BalanceSheet } from "@candela/stocks/BalanceSheets"
import * as Table from "../../store/Table.js"
import * as Generator from "../../generate/Generator.js"
import { totals } from "./balance.js"
import type { Quarter } from "./company.js"
import type { Filer } from "./filers.js"
import { filing, type Reports, statements } from "./statements.js"

/** Table with one row per statement. */
export const table = Table.of("balance_sheets", {
  row: BalanceSheet,
  key: ["cik", "timeframe", "period_end"],
  visible: "filing_date",
})

/** Lines of a company's sheet. */
const linesOf = ({ balance }: Quarter, { kind }: Filer) => {
  const { total_current_assets, total_current_liabilities, ...sums } = totals(balance)
  return {
    ...Object.fromEntries(Object.entries(balance).filter(([, dollars]) => dollars !== 0)),
    // Most sheets list it without an amount.
    commitments_and_contingencies: 0,
    ...(kind.classified ? { total_current_assets, total_current_liabilities } : {}),
    ...sums,
  }
}

/** Balance sheets filed with a quarter; the fourth is also filed as that of the year. */
const sheets = (company: Reports, index: number): ReadonlyArray<BalanceSheet> => {
  const quarter = company.quarters[index]!
  const lines = linesOf(quarter, company.filer)
  return (quarter.fiscalQuarter === 4 ? ["quarterly", "annual"] : ["quarterly"]).map((timeframe) => ({
    ...filing(company, quarter, timeframe),
    ...lines,
  }))
}

/** Writes the balance sheets. */
export const generator: Generator.Generator = Generator.ofTable(table, (setting) => statements(setting, sheets))
