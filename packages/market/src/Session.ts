/**
 * The sessions of a market: which one an instant belongs to, and when it opens and closes.
 *
 * A session is named by its day, the trading date. In futures it opens on the evening before: the session of Monday opens on Sunday at 17:00 Chicago. Its
 * window lasts until the next session opens, so that windows cover all time without gaps: that of Friday's session holds the weekend. Multiples are counted
 * in sessions from 1970-01-01. Holidays are left out: such a day has a window without trades.
 *
 * @module
 */
import type { Market } from "./Market.js"
import { dayOf as localDayOf, startOfDay } from "./TimeZone.js"

const minuteMillis = 60_000

/** The day number of 1969-12-28, a Sunday. */
const firstSunday = -4

/** Number of a week's sessions up to a weekday. */
const sessionsUpTo = ({ weekdays }: Market, weekday: number) => weekdays.filter((day) => day <= weekday).length

/** The number of the last session up to a day. 0 is the first one since 1970-01-01. */
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

/** The number of the last day whose session may have opened at an instant: it need not have one. */
const dayAt = (market: Market, epochMillis: number): number =>
  localDayOf(market.zone, epochMillis - market.session.open * minuteMillis)

/** The first day of the window that lies `later` windows after the one that holds the session of a day. */
const firstDay = (market: Market, multiplier: number, day: number, later: number): number =>
  dayOfIndex(market, (Math.floor(indexOfDay(market, day) / multiplier) + later) * multiplier)

/** The instant (epoch milliseconds) at which the session of a day opens, given the day's number. */
export const open = ({ session, zone }: Market, day: number): number =>
  startOfDay(zone, day) + session.open * minuteMillis

/** The instant (epoch milliseconds) at which the session of a day closes, given the day's number. */
export const close = ({ session, zone }: Market, day: number): number =>
  startOfDay(zone, day) + session.close * minuteMillis

/** The number of the day of the session whose window holds an instant (epoch milliseconds). */
export const dayOf = (market: Market, epochMillis: number): number => firstDay(market, 1, dayAt(market, epochMillis), 0)

/** The instant (epoch milliseconds) at which the window of `multiplier` sessions that holds an instant begins. */
export const start = (market: Market, multiplier: number, epochMillis: number): number =>
  open(market, firstDay(market, multiplier, dayAt(market, epochMillis), 0))

/** The instant (epoch milliseconds) at which the window after it begins. */
export const next = (market: Market, multiplier: number, epochMillis: number): number =>
  open(market, firstDay(market, multiplier, dayAt(market, epochMillis), 1))
