/**
 * When markets trade: weekdays and hours, as values. Holidays and early closes are left out, so all figures are a few percent above the truth.
 *
 * @module
 */
import { dayMillis, dayOf, offsetAt, type Zone } from "./TimeZone.js"

/** Hours of a local day, in minutes after midnight. */
export interface Hours {
  /** The first minute. */
  readonly open: number
  /** The minute after the last one. */
  readonly close: number
}

/** A market's trading days and hours. */
export interface Market {
  /** Whose days and hours they are. */
  readonly zone: Zone
  /** The days of the week on which it trades: 0 is Sunday. */
  readonly weekdays: ReadonlyArray<number>
  /** All hours in which it trades. */
  readonly hours: Hours
  /** The hours in which most instruments trade. */
  readonly usualHours: Hours
}

/** U.S. stocks: Monday to Friday, 04:00 to 20:00 New York, most of it from 09:30 to 16:00. */
export const stocks: Market = {
  zone: "America/New_York",
  weekdays: [1, 2, 3, 4, 5],
  hours: { open: 4 * 60, close: 20 * 60 },
  usualHours: { open: 9.5 * 60, close: 16 * 60 },
}

/** The day number of 1970-01-04, a Sunday. */
const firstSunday = 3

const weekdayOf = (day: number) => (((day - firstSunday) % 7) + 7) % 7

/** Trading days from the first Sunday of 1970 up to, not including, a day; negative before it. */
const daysBefore = ({ weekdays }: Market, day: number): number =>
  Math.floor((day - firstSunday) / 7) * weekdays.length + weekdays.filter((weekday) => weekday < weekdayOf(day)).length

const timeBefore = (market: Market, { close, open }: Hours, instant: number): number => {
  const day = dayOf(market.zone, instant)
  const minute = (instant + offsetAt(market.zone, instant) - day * dayMillis) / 60_000
  const today = market.weekdays.includes(weekdayOf(day)) ? Math.min(Math.max(minute, open), close) - open : 0
  return (daysBefore(market, day) * (close - open) + today) * 60_000
}

/**
 * How many milliseconds of a span of time lie within `hours` of trading days. `from` is inclusive, `to` exclusive, both in epoch milliseconds.
 */
export const time = (market: Market, hours: Hours, from: number, to: number): number =>
  timeBefore(market, hours, to) - timeBefore(market, hours, from)
