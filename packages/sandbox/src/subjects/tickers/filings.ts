import type { World } from "../../generate/Generator.js"
import { quarters } from "../companies/company.js"
import { type Filer, filers } from "../companies/filers.js"
import { filingDate, lastQuarter, quarterAfter } from "../companies/fiscal.js"
import type { Profile } from "../companies/profiles.js"
import { companies } from "./companies.js"
import { rootOf } from "./listings.js"

/** Filing of a stock's shares and its company's employees. */
export interface Filing {
  /** Last day of the filed period; for a split its day. */
  readonly periodEnd: string
  /** Filing date. */
  readonly filed: string
  /** Shares of this class. */
  readonly shares: number
  /** Weighted shares: those of all classes, as if converted to this one. */
  readonly weightedShares: number
  /** Number of employees; null for a fund, and when unknown. */
  readonly employees: number | null
}

/** Filings of a company: the shares of its statements, and its employees, who are counted once a year. */
const ofCompany = (filer: Filer, ticker: string, random: World["random"], filedBy: string): ReadonlyArray<Filing> => {
  const company = rootOf(ticker)
  let employees = companies[company]?.employees
  return quarters(filer, random, filedBy).map(({ filingDate, fiscalQuarter, fiscalYear, periodEnd, shares }) => {
    if (employees !== undefined && fiscalQuarter === 4)
      employees *= 1 + 0.02 * random(`employees ${company}`, fiscalYear).normal()
    const { outstanding, weighted } = shares[ticker]!
    return {
      periodEnd,
      filed: filingDate,
      shares: outstanding,
      weightedShares: weighted,
      employees: employees === undefined ? null : Math.round(employees),
    }
  })
}

/** Filings of a fund. It has no fiscal quarters: here it reports its shares with those of the calendar. */
const ofFund = (ticker: string, random: World["random"], filedBy: string): ReadonlyArray<Filing> => {
  const found: Array<Filing> = []
  let shares = 935_000_000
  for (let quarter = lastQuarter("2022-12-31", 12); ; quarter = quarterAfter(quarter, 12)) {
    const filed = filingDate(quarter, 0)
    if (filed > filedBy) return found
    const { normal } = random(`filings ${ticker}`, quarter.fiscalYear * 4 + quarter.fiscalQuarter)
    shares = Math.round((shares * (1 + 0.004 * normal())) / 1_000) * 1_000
    found.push({ periodEnd: quarter.periodEnd, filed, shares, weightedShares: shares, employees: null })
  }
}

/** Filing of a split, which multiplies the last filed shares on its day. */
const ofSplit = ({ split }: Profile, filed: ReadonlyArray<Filing>): ReadonlyArray<Filing> => {
  if (split === undefined) return []
  const last = filed.findLast((filing) => filing.filed < split.date)
  if (last === undefined) return []
  const multiplied = (count: number) => Math.round((count * split.to) / split.from / 1_000) * 1_000
  return [
    {
      ...last,
      periodEnd: split.date,
      filed: split.date,
      shares: multiplied(last.shares),
      weightedShares: multiplied(last.weightedShares),
    },
  ]
}

/**
 * Filings of a stock by a date, in the order of the periods: each quarter, and a split on its day.
 * No filing depends on later ones.
 */
export const filings = (profile: Profile, random: World["random"], today: string): ReadonlyArray<Filing> => {
  const { ticker } = profile
  const filer = filers.find(({ shares }) => ticker in shares)
  const filed = filer === undefined ? ofFund(ticker, random, today) : ofCompany(filer, ticker, random, today)
  return [...filed, ...ofSplit(profile, filed).filter((split) => split.filed <= today)].sort((one, other) =>
    one.periodEnd < other.periodEnd ? -1 : 1,
  )
}
