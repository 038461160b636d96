/**
 * Cash flow statements of companies: for every quarter whose statement was filed since the first
 * date, and for the fiscal year and the twelve months that ended with it.
 *
 * @module
 */
import { CashFlowStatement } from "@candela/stocks/CashFlowStatements"
import { Record } from "effect"
import * as Table from "../../store/Table.js"
import * as Generator from "../../generate/Generator.js"
import type { Filer } from "./filers.js"
import { type Flows, together, totals } from "./flows.js"
import { periods, statements } from "./statements.js"

/** Table with one row per statement. */
export const table = Table.of("cash_flow_statements", {
  row: CashFlowStatement,
  key: ["cik", "timeframe", "period_end"],
  visible: "filing_date",
})

/** Lines of a company's statement. Most companies never discontinued an operation. */
const linesOf = (flows: Flows, { discontinued }: Filer) => {
  const lines = {
    ...flows,
    ...totals(flows),
    // Most statements list it without an amount.
    other_cash_adjustments: 0,
  }
  return discontinued === 0 ? Record.filter(lines, (_, line) => !line.includes("discontinued")) : lines
}

/** Writes the cash flow statements. */
export const generator: Generator.Generator = Generator.ofTable(table, (setting) =>
  statements(setting, (company, index) =>
    periods(company, index).map(({ filing, quarters }): CashFlowStatement => ({
      ...filing,
      ...linesOf(together(quarters.map(({ flows }) => flows)), company.filer),
    })),
  ),
)
