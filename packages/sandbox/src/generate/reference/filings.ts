import { dateOfDay, dayNumber } from "@candela/market/TimeZone"
import type { World } from "../Generator.js"
import type { Profile } from "../stocks/profiles.js"
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
  /** How many people the company employs; null of a fund. */
  readonly employees: number | null
}

/** About how many million shares there were at the end of 2022: of the class, and of all classes where there are more. */
const millions: Readonly<Record<string, readonly [shares: number, weighted?: number]>> = {
  AAPL: [15_800],
  AMZN: [10_250],
  BA: [598],
  "BRK.A": [0.59, 1.46],
  "BRK.B": [1_305, 2_190],
  CSCO: [4_100],
  DIS: [1_826],
  FNMA: [1_158],
  GOOGL: [5_960, 12_760],
  HD: [1_019],
  IBM: [906],
  INTC: [4_137],
  JNJ: [2_605],
  JPM: [2_944],
  KO: [4_325],
  META: [2_247, 2_614],
  MSFT: [7_443],
  NVDA: [2_463],
  ODFL: [110],
  PEP: [1_378],
  PG: [2_359],
  RIVN: [920],
  SPCE: [270],
  SPLK: [164],
  SPY: [935],
  TSLA: [3_164],
  UNH: [934],
  V: [1_630, 2_085],
  WMT: [2_698],
  XOM: [4_082],
}

/** The number of the quarter that filings begin with: the last one of 2022. */
const firstQuarter = 2022 * 4 + 3

const quarterEnd = (number: number) =>
  dateOfDay(Date.UTC(Math.floor(number / 4), ((number % 4) + 1) * 3, 0) / 86_400_000)

const quarterOf = (date: string) => Number(date.slice(0, 4)) * 4 + Math.floor((Number(date.slice(5, 7)) - 1) / 3)

/** A period, by which factors it changed the numbers, and when that was filed. A year's last quarter is audited, which takes longer. */
const quarterly = (company: string, random: World["random"], number: number) => {
  const chance = random(`filings ${company}`, number)
  const periodEnd = quarterEnd(number)
  const annual = number % 4 === 3
  return {
    periodEnd,
    filed: dateOfDay(dayNumber(periodEnd) + (annual ? 55 : 35)),
    shares: 1 + 0.004 * chance.normal(),
    employees: annual ? 1 + 0.02 * chance.normal() : 1,
  }
}

const toThousands = (value: number) => Math.max(1, Math.round(value / 1_000)) * 1_000

/**
 * What had been filed of a stock by a date, in the order of the periods: each quarter, and a split on its day. Nothing of a filing depends on those after
 * it.
 */
export const filings = (
  { delisted = "9999-12-31", split, ticker }: Profile,
  random: World["random"],
  today: string,
): ReadonlyArray<Filing> => {
  const company = rootOf(ticker)
  const quarters = Array.from({ length: quarterOf(today) - firstQuarter }, (_, index) =>
    quarterly(company, random, firstQuarter + index),
  )
  const splits =
    split === undefined
      ? []
      : [{ periodEnd: split.date, filed: split.date, shares: split.to / split.from, employees: 1 }]
  const [shares, weighted = shares] = millions[ticker]!
  const staff = companies[company]?.employees
  let factor = 1e6
  let growth = 1
  return [...quarters, ...splits]
    .sort((one, other) => (one.periodEnd < other.periodEnd ? -1 : 1))
    .filter(({ periodEnd }) => periodEnd < delisted)
    .map(({ employees, filed, periodEnd, shares: change }) => {
      factor *= change
      growth *= employees
      return {
        periodEnd,
        filed,
        shares: toThousands(shares * factor),
        weightedShares: toThousands(weighted * factor),
        employees: staff === undefined ? null : Math.round(staff * growth),
      }
    })
    .filter(({ filed }) => filed <= today)
}
