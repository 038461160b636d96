import { dateOfDay } from "@candela/market/TimeZone"
import { dayOf, lastMonday, monday, nthWeekday, saturday, sunday, thursday, weekday } from "@candela/market/Weekday"

/**
 * Holidays of the Federal Reserve's banks by today's rules. A holiday on a Saturday is dropped, one
 * on a Sunday moves to the Monday after.
 */
const holidaysOf = (year: number): ReadonlySet<number> =>
  new Set(
    [
      dayOf(year, 1, 1),
      ...(year >= 1986 ? [nthWeekday(year, 1, monday, 3)] : []),
      nthWeekday(year, 2, monday, 3),
      lastMonday(year, 5),
      ...(year >= 2022 ? [dayOf(year, 6, 19)] : []),
      dayOf(year, 7, 4),
      nthWeekday(year, 9, monday, 1),
      nthWeekday(year, 10, monday, 2),
      dayOf(year, 11, 11),
      nthWeekday(year, 11, thursday, 4),
      dayOf(year, 12, 25),
    ].map((day) => (weekday(day) === sunday ? day + 1 : day)),
  )

const years = new Map<number, ReadonlySet<number>>()

/** Whether the Federal Reserve's banks are open on a day. */
export const isBusinessDay = (day: number): boolean => {
  if (weekday(day) === saturday || weekday(day) === sunday) return false
  const year = new Date(day * 86_400_000).getUTCFullYear()
  const holidays = years.get(year) ?? holidaysOf(year)
  years.set(year, holidays)
  return !holidays.has(day)
}

/** First business day on or after a day. */
export const businessDayFrom = (day: number): number => {
  let at = day
  while (!isBusinessDay(at)) at++
  return at
}

/** Month with the release date of its figures. Dates are `yyyy-mm-dd`. */
export interface Month {
  /** First day of the month. */
  readonly date: string
  /** First business day from the 12th of the next month on. */
  readonly published: string
}

/** Months from the one that begins on `from` to the last one whose figures are released by `until`. */
export const months = (from: string, until: string): ReadonlyArray<Month> => {
  const found: Array<Month> = []
  const [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))]
  for (let index = 0; ; index++) {
    const published = dateOfDay(businessDayFrom(dayOf(year, month + index + 1, 12)))
    if (published > until) return found
    found.push({ date: dateOfDay(dayOf(year, month + index, 1)), published })
  }
}

/** Converts a day number to years: the middle of 2024 is 2024.5. */
export const yearsOf = (day: number): number => 1970 + day / 365.2425
