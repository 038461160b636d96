import { dateOfDay } from "@candela/market/TimeZone"
import { dayOf, lastMonday, monday, nthWeekday, saturday, sunday, thursday, weekday } from "@candela/market/Weekday"

/** The holidays of the Federal Reserve's banks by the rules of today. One on a Saturday is not kept, one on a Sunday is kept on the Monday after. */
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

/** The first business day on or after a day. */
export const businessDayFrom = (day: number): number => {
  let at = day
  while (!isBusinessDay(at)) at++
  return at
}

/** A month, with the day on which its figures are released. Dates are `yyyy-mm-dd`. */
export interface Month {
  /** The first day of the month. */
  readonly date: string
  /** The first business day from the 12th of the next month on. */
  readonly published: string
}

/** The months from the one that begins on a date whose figures are released by another. */
export const months = (from: string, until: string): ReadonlyArray<Month> => {
  const found: Array<Month> = []
  const [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))]
  for (let index = 0; ; index++) {
    const published = dateOfDay(businessDayFrom(dayOf(year, month + index + 1, 12)))
    if (published > until) return found
    found.push({ date: dateOfDay(dayOf(year, month + index, 1)), published })
  }
}

/** A day by its number as a number of years: the middle of 2024 is 2024.5. */
export const yearsOf = (day: number): number => 1970 + day / 365.2425
