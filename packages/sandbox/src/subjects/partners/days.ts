/** Days of synthetic rows. */
import { dateOfDay, dayNumber } from "@candela/market/TimeZone"
import { dayOf, saturday, sunday, weekday } from "@candela/market/Weekday"
import * as Random from "../../numbers/random.js"
import type { SyntheticPosition } from "../../query/SyntheticQuery.js"

/** A date some days later, or earlier. */
export const daysAfter = (date: string, days: number): string => dateOfDay(dayNumber(date) + days)

/** The date itself, or the Friday before a weekend. */
export const weekdayUpTo = (date: string): string => {
  const day = weekday(dayNumber(date))
  return daysAfter(date, day === saturday ? -1 : day === sunday ? -2 : 0)
}

/** A weekday of the years before the clock: the first rows have the last days. */
export const dayOfRow = ({ index, today }: SyntheticPosition, daysApart = 4): string =>
  weekdayUpTo(daysAfter(today, -1 - index * daysApart))

/** The last weekdays before the clock, by number: 0 is the last one. */
export const lastWeekday = (today: string, number: number): string => {
  const last = weekdayUpTo(daysAfter(today, -1))
  const place = 4 - ((weekday(dayNumber(last)) + 6) % 7)
  return daysAfter(last, -number - 2 * Math.floor((number + place) / 5))
}

/** Last day of a month. */
export const monthEnd = (year: number, month: number): string => dateOfDay(dayOf(year, month + 1, 0))

/** Random numbers of a row, whatever its endpoint. */
export const randomOf = ({ index, seed }: SyntheticPosition, key: string): Random.Random =>
  Random.make(seed, key, index)

/** One of several values, by a number from 0 up to 1. */
export const pick = <A>(values: ReadonlyArray<A>, share: number): A => values[Math.floor(share * values.length)]!
