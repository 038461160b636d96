/**
 * The balance sheets of companies, of every quarter and fiscal year whose statement was filed since the first date.
 *
 * @module
 */
import { stocks } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import { BalanceSheet } from "@candela/stocks/BalanceSheets"
import * as Table from "../Table.js"
import { chosen } from "./Extent.js"
import type { Generator } from "./Generator.js"
import { totals } from "./stocks/balance.js"
import { type Quarter, quarters } from "./stocks/company.js"
import { type Filer, filers } from "./stocks/filers.js"
import { profiles } from "./stocks/profiles.js"

/** One row a statement. */
export const table = Table.of("balance_sheets", { row: BalanceSheet, key: ["cik", "timeframe", "period_end"] })

/** The lines that a company has. */
const linesOf = ({ balance }: Quarter, { kind }: Filer) => {
  const { total_current_assets, total_current_liabilities, ...sums } = totals(balance)
  return {
    ...Object.fromEntries(Object.entries(balance).filter(([, dollars]) => dollars !== 0)),
    // It stands on most sheets, without an amount.
    commitments_and_contingencies: 0,
    ...(kind.classified ? { total_current_assets, total_current_liabilities } : {}),
    ...sums,
  }
}

/** The balance sheets that are filed with a quarter: the fourth one is filed as that of the year, too. */
export const sheets = (filer: Filer, tickers: ReadonlyArray<string>, quarter: Quarter): ReadonlyArray<BalanceSheet> =>
  (quarter.fiscalQuarter === 4 ? ["quarterly", "annual"] : ["quarterly"]).map((timeframe) => ({
    cik: filer.cik,
    tickers,
    period_end: quarter.periodEnd,
    filing_date: quarter.filingDate,
    fiscal_year: quarter.fiscalYear,
    fiscal_quarter: quarter.fiscalQuarter,
    timeframe,
    ...linesOf(quarter, filer),
  }))

/** Writes the balance sheets. */
export const generator: Generator = {
  name: "balance sheets",
  tables: [table],
  needs: [],
  write: ({ extent, now, random, statements }) => {
    const listed = chosen(profiles, extent.markets.stocks).map(({ ticker }) => ticker)
    const rows = filers.flatMap((filer) => {
      const tickers = listed.filter((ticker) => ticker in filer.shares)
      if (tickers.length === 0) return []
      return quarters(filer, random, dateOf(stocks.zone, now))
        .filter(({ filingDate }) => filingDate >= extent.from)
        .flatMap((quarter) => sheets(filer, tickers, quarter))
    })
    return table.append(statements, rows)
  },
}
