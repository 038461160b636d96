/**
 * The sessions of the U.S. stock market: holidays, early closes and trading hours, for 1990 to 2035.
 *
 * Holidays follow the exchange's rules; closings that no rule foretells (mourning, storms) are listed. Early closes before 1993 were at 14:00
 * and are not kept: those days count as whole.
 *
 * @module
 */
import { stocks } from "./Market.js"
import { dateOfDay, dayNumber, startOfDay } from "./TimeZone.js"
import { dayOf, friday, lastMonday, monday, nthWeekday, saturday, sunday, thursday, weekday } from "./Weekday.js"

/** One day of trading. All instants are epoch milliseconds. */
export interface Session {
  /** The date in New York, `yyyy-mm-dd`. */
  readonly date: string
  /** Midnight in New York, at which the day begins. */
  readonly midnight: number
  /** 04:00: trading before the regular session begins. */
  readonly preMarketOpen: number
  /** 09:30: the regular session begins. */
  readonly open: number
  /** 16:00, or 13:00 on an early close: the regular session ends. */
  readonly close: number
  /** 20:00, or 17:00 on an early close: trading after the regular session ends. */
  readonly afterHoursClose: number
  /** Whether the regular session ends at 13:00. */
  readonly earlyClose: boolean
}

const hour = 3_600_000

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

/** A holiday on a Saturday is kept on the Friday before, one on a Sunday on the Monday after. */
const observed = (day: number) => (weekday(day) === saturday ? day - 1 : weekday(day) === sunday ? day + 1 : day)

const holidaysOf = (year: number): ReadonlyArray<number> => {
  const newYear = dayOf(year, 1, 1)
  return [
    // On a Saturday it is not kept: the Friday before ends the old year's accounts.
    weekday(newYear) === sunday ? newYear + 1 : newYear,
    ...(year >= 1998 ? [nthWeekday(year, 1, monday, 3)] : []),
    nthWeekday(year, 2, monday, 3),
    easter(year) - 2,
    lastMonday(year, 5),
    ...(year >= 2022 ? [observed(dayOf(year, 6, 19))] : []),
    observed(dayOf(year, 7, 4)),
    nthWeekday(year, 9, monday, 1),
    nthWeekday(year, 11, thursday, 4),
    observed(dayOf(year, 12, 25)),
  ]
}

const earlyClosesOf = (year: number): ReadonlyArray<number> => {
  if (year < 1993) return []
  const independence = weekday(dayOf(year, 7, 4))
  const beforeIndependence =
    // A Wednesday before the holiday closes early since 2013; until then the Friday after it did.
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
  const year = new Date(day * 24 * hour).getUTCFullYear()
  const known = years.get(year)
  if (known !== undefined) return known
  const made = { holidays: new Set(holidaysOf(year)), earlyCloses: new Set(earlyClosesOf(year)) }
  years.set(year, made)
  return made
}

const sessionOfDay = (day: number): Session | undefined => {
  const date = dateOfDay(day)
  const onWeekend = weekday(day) === saturday || weekday(day) === sunday
  if (onWeekend || yearOf(day).holidays.has(day) || specialClosings.has(date)) return undefined
  const earlyClose = yearOf(day).earlyCloses.has(day) || specialEarlyCloses.has(date)
  const midnight = startOfDay(stocks.zone, day)
  // Daylight-saving time changes on Sundays: on a day of trading the hours count from midnight.
  return {
    date,
    midnight,
    preMarketOpen: midnight + 4 * hour,
    open: midnight + 9.5 * hour,
    close: midnight + (earlyClose ? 13 : 16) * hour,
    afterHoursClose: midnight + (earlyClose ? 17 : 20) * hour,
    earlyClose,
  }
}

/** The session of a date (`yyyy-mm-dd`), or `undefined` when the market is closed that day. */
export const session = (date: string): Session | undefined => sessionOfDay(dayNumber(date))

/** The sessions from one date to another (`yyyy-mm-dd`, both included), in order. */
export const sessions = (from: string, to: string): ReadonlyArray<Session> => {
  const found: Array<Session> = []
  for (let day = dayNumber(from); day <= dayNumber(to); day++) {
    const session = sessionOfDay(day)
    if (session !== undefined) found.push(session)
  }
  return found
}

/** The last session before a date (`yyyy-mm-dd`). */
export const previousSession = (date: string): Session => {
  for (let day = dayNumber(date) - 1; ; day--) {
    const session = sessionOfDay(day)
    if (session !== undefined) return session
  }
}

/** The first session on or after a date (`yyyy-mm-dd`). */
export const nextSession = (date: string): Session => {
  for (let day = dayNumber(date); ; day++) {
    const session = sessionOfDay(day)
    if (session !== undefined) return session
  }
}
