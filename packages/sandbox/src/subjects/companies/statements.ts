import { chosen } from "../../generate/Extent.js"
import type { Setting } from "../../generate/Generator.js"
import { type Quarter, quarters } from "./company.js"
import { type Filer, filers } from "./filers.js"
import { profiles } from "./profiles.js"

/** Company of an extent with its filed reports. */
export interface Reports {
  readonly filer: Filer
  /** Tickers of the company within the extent. */
  readonly tickers: ReadonlyArray<string>
  /** Quarters without a gap, from before the extent's first date on. */
  readonly quarters: ReadonlyArray<Quarter>
}

/** The companies of an extent. */
export const reports = ({ extent, random, today }: Setting): ReadonlyArray<Reports> => {
  const listed = chosen(profiles, extent.markets.stocks).map(({ ticker }) => ticker)
  return filers
    .map((filer) => ({ filer, tickers: listed.filter((ticker) => ticker in filer.shares) }))
    .filter(({ tickers }) => tickers.length > 0)
    .map((company) => ({ ...company, quarters: quarters(company.filer, random, today) }))
}

/**
 * Statements of the quarters that were filed since the extent's first date. `statementsOf` makes
 * those filed with the quarter of an index.
 */
export const statements = <Row>(
  setting: Setting,
  statementsOf: (reports: Reports, index: number) => ReadonlyArray<Row>,
): ReadonlyArray<Row> =>
  reports(setting).flatMap((company) =>
    company.quarters.flatMap(({ filingDate }, index) =>
      filingDate >= setting.extent.from ? statementsOf(company, index) : [],
    ),
  )

/** Fields of every statement about its company and the period that ended with a quarter. */
export const filing = <const Timeframe extends string>(
  { filer, tickers }: Reports,
  quarter: Quarter,
  timeframe: Timeframe,
) => ({
  cik: filer.cik,
  tickers,
  period_end: quarter.periodEnd,
  filing_date: quarter.filingDate,
  fiscal_year: quarter.fiscalYear,
  fiscal_quarter: quarter.fiscalQuarter,
  timeframe,
})

/**
 * Periods that end with the quarter of an index: the quarter itself, the twelve months, and, with the fourth one, the
 * fiscal year.
 */
export const periods = (company: Reports, index: number) => {
  const quarter = company.quarters[index]!
  const year = company.quarters.slice(Math.max(0, index - 3), index + 1)
  const of = <const Timeframe extends string>(timeframe: Timeframe, quarters: typeof year) => ({
    filing: filing(company, quarter, timeframe),
    quarters,
  })
  return [
    of("quarterly", [quarter]),
    ...(year.length < 4 ? [] : [of("trailing_twelve_months", year)]),
    ...(year.length < 4 || quarter.fiscalQuarter < 4 ? [] : [of("annual", year)]),
  ]
}
