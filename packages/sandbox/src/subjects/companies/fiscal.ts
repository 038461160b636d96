import { dateOfDay, dayNumber } from "@candela/market/TimeZone"
import { nextSession } from "@candela/market/Calendar"

/** Fiscal quarter of a company. */
export interface FiscalQuarter {
  /** Calendar year in which the fiscal year ends. */
  readonly fiscalYear: number
  /** Number of the quarter, 1 to 4. */
  readonly fiscalQuarter: number
  /** Last day of the quarter. */
  readonly periodEnd: string
}

/** Number of a date's month, counted from January of the year 0. */
export const monthOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1

/** Last day of a month. */
const endOf = (month: number) =>
  new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).toISOString().slice(0, 10)

const quarterOf = (month: number, yearEnd: number): FiscalQuarter => ({
  fiscalYear: Math.floor((month - yearEnd) / 12) + 1,
  fiscalQuarter: Math.floor(((month - yearEnd) % 12) / 3) + 1,
  periodEnd: endOf(month),
})

/** Last quarter that ended by the end of a date's month. `yearEnd` is the last month of the fiscal year, 1 to 12. */
export const lastQuarter = (date: string, yearEnd: number): FiscalQuarter => {
  const month = monthOf(date)
  return quarterOf(month - ((month + 13 - yearEnd) % 3), yearEnd)
}

/** Next quarter. */
export const quarterAfter = ({ periodEnd }: FiscalQuarter, yearEnd: number): FiscalQuarter =>
  quarterOf(monthOf(periodEnd) + 3, yearEnd)

/**
 * Filing date of a quarter: within weeks; the fourth is filed with its year and later than the
 * others. `delay` is from 0 to 1.
 */
export const filingDate = ({ fiscalQuarter, periodEnd }: FiscalQuarter, delay: number): string =>
  nextSession(dateOfDay(dayNumber(periodEnd) + (fiscalQuarter === 4 ? 45 : 26) + Math.floor(delay * 13))).date
