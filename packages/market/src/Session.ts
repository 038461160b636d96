/**
 * Sessions of a market: the session of an instant, and its opening and closing times.
 *
 * A session is identified by its day, the trading date. In futures it opens on the evening before: the
 * session of Monday opens on Sunday at 17:00 Chicago. Its window lasts until the next session opens, so
 * that windows cover all time without gaps: that of Friday's session includes the weekend. Multiples are
 * counted in sessions from 1970-01-01. Holidays are ignored: such a day has a window without trades.
 *
 * @module
 */
import type { Market } from "./Market.js"
import { dayOf as localDayOf, startOfDay } from "./TimeZone.js"

const minuteMillis = 60_000

/** Day number of 1969-12-28, a Sunday. */
const firstSunday = -4

/** Returns the number of a week's sessions up to a weekday. */
const sessionsUpTo = ({ weekdays }: Market, weekday: number) => weekdays.filter((day) => day <= weekday).length

/** Returns the index of the last session up to a day. 0 is the first one since 1970-01-01. */
const indexOfDay = (market: Market, day: number): number => {
  const count = (at: number) => {
    const week = Math.floor((at - firstSunday) / 7)
    return week * market.weekdays.length + sessionsUpTo(market, at - firstSunday - week * 7)
  }
  return count(day) - count(-1) - 1
}

const dayOfIndex = (market: Market, index: number): number => {
  const { weekdays } = market
  const counted = index + sessionsUpTo(market, -1 - firstSunday)
  const week = Math.floor(counted / weekdays.length)
  return firstSunday + week * 7 + weekdays[counted - week * weekdays.length]!
}

/** Returns the number of the last day whose session may have opened at an instant; the day may have none. */
const dayAt = (market: Market, epochMillis: number): number =>
  localDayOf(market.zone, epochMillis - market.session.open * minuteMillis)

/** Returns the first day of the window `later` windows after the one that contains the session of a day. */
const firstDay = (market: Market, multiplier: number, day: number, later: number): number =>
  dayOfIndex(market, (Math.floor(indexOfDay(market, day) / multiplier) + later) * multiplier)

/** Returns the instant (epoch milliseconds) at which the session of a day opens, by the day's number. */
export const open = ({ session, zone }: Market, day: number): number =>
  startOfDay(zone, day) + session.open * minuteMillis

/** Returns the instant (epoch milliseconds) at which the session of a day closes, by the day's number. */
export const close = ({ session, zone }: Market, day: number): number =>
  startOfDay(zone, day) + session.close * minuteMillis

/** Returns the day number of the session whose window contains an instant (epoch milliseconds). */
export const dayOf = (market: Market, epochMillis: number): number => firstDay(market, 1, dayAt(market, epochMillis), 0)

/** Returns the start (epoch milliseconds) of the window of `multiplier` sessions that contains an instant. */
export const start = (market: Market, multiplier: number, epochMillis: number): number =>
  open(market, firstDay(market, multiplier, dayAt(market, epochMillis), 0))

/** Returns the start (epoch milliseconds) of the next window. */
export const next = (market: Market, multiplier: number, epochMillis: number): number =>
  open(market, firstDay(market, multiplier, dayAt(market, epochMillis), 1))
