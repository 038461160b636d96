/**
 * Trading days and early closes of the U.S. stock market, by rule and by event.
 *
 * Holidays follow the exchange's rules; closings outside the rules (mourning, storms) are listed.
 */
import { dateOfDay, dayMillis } from "../TimeZone.js"
import { dayOf, friday, lastMonday, monday, nthWeekday, saturday, sunday, thursday, weekday } from "../Weekday.js"

/** Closings outside the rules, by date. */
const specialClosings = /* @__PURE__ */ new Set([
  "1994-04-27",
  "2001-09-11",
  "2001-09-12",
  "2001-09-13",
  "2001-09-14",
  "2004-06-11",
  "2007-01-02",
  "2012-10-29",
  "2012-10-30",
  "2018-12-05",
  "2025-01-09",
])

/** Early closes outside the rules, by date. */
const specialEarlyCloses = /* @__PURE__ */ new Set(["1997-12-26", "1999-12-31", "2003-12-26"])

/** Easter Sunday of the Gregorian calendar, by Gauss's rule as corrected by Meeus. */
const easter = (year: number) => {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const yearOfCentury = year % 100
  const moon =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - moon - (yearOfCentury % 4)) % 7
  const correction = Math.floor((golden + 11 * moon + 22 * toSunday) / 451)
  const sum = moon + toSunday - 7 * correction + 114
  return dayOf(year, Math.floor(sum / 31), (sum % 31) + 1)
}

/** A Saturday holiday is observed on the Friday before, a Sunday one on the Monday after. */
const observed = (day: number) => (weekday(day) === saturday ? day - 1 : weekday(day) === sunday ? day + 1 : day)

/** A New Year's Day on a Saturday is not observed: the Friday before ends the old year's accounts. */
const newYearOf = (year: number) => {
  const newYear = dayOf(year, 1, 1)
  return weekday(newYear) === sunday ? newYear + 1 : newYear
}

/** New Year's Day, Good Friday and Christmas of a year: the holidays on which U.S. futures do not trade either. */
export const greatHolidays = (year: number): ReadonlyArray<number> => [
  newYearOf(year),
  easter(year) - 2,
  observed(dayOf(year, 12, 25)),
]

const holidaysOf = (year: number): ReadonlyArray<number> => [
  ...greatHolidays(year),
  ...(year >= 1998 ? [nthWeekday(year, 1, monday, 3)] : []),
  nthWeekday(year, 2, monday, 3),
  lastMonday(year, 5),
  ...(year >= 2022 ? [observed(dayOf(year, 6, 19))] : []),
  observed(dayOf(year, 7, 4)),
  nthWeekday(year, 9, monday, 1),
  nthWeekday(year, 11, thursday, 4),
]

const earlyClosesOf = (year: number): ReadonlyArray<number> => {
  if (year < 1993) return []
  const independence = weekday(dayOf(year, 7, 4))
  const beforeIndependence =
    // Since 2013 a Wednesday before the holiday closes early; before, the Friday after it did.
    independence === thursday && year < 2013
      ? dayOf(year, 7, 5)
      : independence > monday && independence < saturday && year >= 1995
        ? dayOf(year, 7, 3)
        : undefined
  const christmasEve = dayOf(year, 12, 24)
  return [
    ...(beforeIndependence === undefined ? [] : [beforeIndependence]),
    nthWeekday(year, 11, thursday, 4) + 1,
    ...(weekday(christmasEve) >= monday && weekday(christmasEve) < friday ? [christmasEve] : []),
  ]
}

interface Year {
  readonly holidays: ReadonlySet<number>
  readonly earlyCloses: ReadonlySet<number>
}

const years = /* @__PURE__ */ new Map<number, Year>()

const yearOf = (day: number): Year => {
  const year = new Date(day * dayMillis).getUTCFullYear()
  const known = years.get(year)
  if (known !== undefined) return known
  const made = { holidays: new Set(holidaysOf(year)), earlyCloses: new Set(earlyClosesOf(year)) }
  years.set(year, made)
  return made
}

/** Whether a day, by its number, is a holiday of the stock market by its rules. */
export const isHoliday = (day: number): boolean => yearOf(day).holidays.has(day)

/** Returns the trading of the stock market on a day, by its number: none, until 13:00, or until 16:00. */
export const stockDay = (day: number): "closed" | "early" | "whole" => {
  const date = dateOfDay(day)
  const onWeekend = weekday(day) === saturday || weekday(day) === sunday
  if (onWeekend || yearOf(day).holidays.has(day) || specialClosings.has(date)) return "closed"
  return yearOf(day).earlyCloses.has(day) || specialEarlyCloses.has(date) ? "early" : "whole"
}
