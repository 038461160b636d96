/**
 * Holidays and early closes of the U.S. stock exchanges in the year ahead, from the calendar that
 * bars and sessions keep to.
 *
 * @module
 */
import * as Calendar from "@candela/market/Calendar"
import { dateOfDay, dayOf } from "@candela/market/TimeZone"
import { saturday, sunday, weekday } from "@candela/market/Weekday"
import type { MarketHoliday } from "@candela/reference/MarketHolidays"

/** Exchanges, each of which has a row. */
const exchanges = ["NYSE", "NASDAQ", "OTC"] as const

/** Days ahead that are announced. */
const ahead = 365

/** Holidays by their month and the days of it on which they can lie, observed days and early closes included. */
const names: ReadonlyArray<readonly [month: number, first: number, last: number, name: string]> = [
  [1, 1, 2, "New Year's Day"],
  [1, 15, 21, "Martin Luther King, Jr. Day"],
  [2, 15, 21, "Washington's Birthday"],
  [3, 20, 31, "Good Friday"],
  [4, 1, 23, "Good Friday"],
  [5, 25, 31, "Memorial Day"],
  [6, 18, 20, "Juneteenth"],
  [7, 3, 5, "Independence Day"],
  [9, 1, 7, "Labor Day"],
  [11, 22, 29, "Thanksgiving"],
  [12, 24, 26, "Christmas"],
]

/**
 * Name of the holiday that closes the market on a date, or early; that of no holiday is an event,
 * such as a day of mourning.
 */
const nameOf = (date: string): string => {
  const [month, day] = [Number(date.slice(5, 7)), Number(date.slice(8))]
  return names.find(([of, first, last]) => of === month && day >= first && day <= last)?.[3] ?? "Special Closing"
}

const timeOf = (millis: number) => new Date(millis).toISOString()

/** Holiday or early close of a day, without its exchange; `undefined` on usual days and weekends. */
const ofDay = (day: number): Omit<MarketHoliday, "exchange"> | undefined => {
  if (weekday(day) === saturday || weekday(day) === sunday) return undefined
  const session = Calendar.stocks.sessionOfDay(day)
  const date = dateOfDay(day)
  if (session === undefined) return { date, name: nameOf(date), status: "closed" }
  if (!session.earlyClose) return undefined
  const { close, open } = session
  return { date, name: nameOf(date), status: "early-close", open: timeOf(open), close: timeOf(close) }
}

/**
 * Returns the holidays and early closes from the day of an instant (epoch milliseconds) on, for a
 * year: a row for each exchange, in the order of the days.
 */
export const upcoming = (now: number): ReadonlyArray<MarketHoliday> => {
  const today = dayOf(Calendar.stocks.market.zone, now)
  return Array.from({ length: ahead }, (_, index) => ofDay(today + index)).flatMap((holiday) =>
    holiday === undefined ? [] : exchanges.map((exchange) => ({ exchange, ...holiday })),
  )
}
