import type { World } from "../../generate/Generator.js"
import { quarters } from "../companies/company.js"
import { type Filer, filers } from "../companies/filers.js"
import { filingDate, lastQuarter, quarterAfter } from "../companies/fiscal.js"
import type { Profile } from "../companies/profiles.js"
import { companies } from "./companies.js"
import { rootOf } from "./listings.js"

/** What a filing says of a stock's shares and its company's people. */
export interface Filing {
  /** The last day of the period that was filed for; of a split its day. */
  readonly periodEnd: string
  /** The day on which it was filed. */
  readonly filed: string
  /** Shares of this class. */
  readonly shares: number
  /** Shares of all classes, as if all were converted to this one. */
  readonly weightedShares: number
  /** How many people the company employs; null of a fund, and where it is not told. */
  readonly employees: number | null
}

/** The shares that a company's statements are made with, and its people, who are counted once a year. */
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

/** A fund has no quarters of its own: here it tells its shares with those of the calendar. */
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

/** A split multiplies on its day what was filed last. */
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
 * What had been filed of a stock by a date, in the order of the periods: each quarter, and a split on its day. Nothing of a filing depends on those after
 * it.
 */
export const filings = (profile: Profile, random: World["random"], today: string): ReadonlyArray<Filing> => {
  const { ticker } = profile
  const filer = filers.find(({ shares }) => ticker in shares)
  const filed = filer === undefined ? ofFund(ticker, random, today) : ofCompany(filer, ticker, random, today)
  return [...filed, ...ofSplit(profile, filed).filter((split) => split.filed <= today)].sort((one, other) =>
    one.periodEnd < other.periodEnd ? -1 : 1,
  )
}
