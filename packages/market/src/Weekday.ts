/**
 * Weekdays and calendar days by day number: 0 is 1970-01-01.
 *
 * @module
 */
/** Sunday, as {@link weekday} counts. */
export const sunday = 0
/** Monday, as {@link weekday} counts. */
export const monday = 1
/** Thursday, as {@link weekday} counts. */
export const thursday = 4
/** Friday, as {@link weekday} counts. */
export const friday = 5
/** Saturday, as {@link weekday} counts. */
export const saturday = 6

/** Returns the weekday of a day number. 1970-01-01 was a Thursday. */
export const weekday = (day: number): number => (((day + thursday) % 7) + 7) % 7

/** Returns the day number of a calendar day. A month may lie outside 1 to 12. */
export const dayOf = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / 86_400_000

/** Returns the day number of the nth given weekday of a month. */
export const nthWeekday = (year: number, month: number, wanted: number, nth: number): number => {
  const first = dayOf(year, month, 1)
  return first + ((wanted - weekday(first) + 7) % 7) + (nth - 1) * 7
}

/** Returns the day number of the last Monday of a month. */
export const lastMonday = (year: number, month: number): number => {
  const last = dayOf(year, month + 1, 0)
  return last - ((weekday(last) - monday + 7) % 7)
}
