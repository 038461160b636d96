import { futures } from "@candela/market/Market"
import * as Session from "@candela/market/Session"
import { dateOfDay, dayNumber } from "@candela/market/TimeZone"
import { session as stockSession } from "@candela/market/Calendar"

/** Session of a trading date. Instants are epoch milliseconds. */
export interface TradingSession {
  /** Trading date, `yyyy-mm-dd`. */
  readonly date: string
  /** Number of the trading date. */
  readonly day: number
  /** Opening: 17:00 Chicago of the evening before. */
  readonly open: number
  /** Close: 16:00 Chicago. */
  readonly close: number
}

const weekdayOf = (day: number) => new Date(day * 86_400_000).getUTCDay()

/**
 * Whether a day has no session: New Year's Day, Good Friday and Christmas, as stocks observe them. On the
 * other holidays of stocks, real futures trade for a part of the session; here they trade for all of it.
 */
const isHoliday = (date: string) =>
  /^\d{4}-(01-0[12]|0[34]-\d\d|12-2[456])$/.test(date) && stockSession(date) === undefined

/** Whether a day has a session: the business days of futures. */
export const isTradingDay = (day: number): boolean =>
  futures.weekdays.includes(weekdayOf(day)) && !isHoliday(dateOfDay(day))

/**
 * Returns the business day `count` business days before a day; with 0 the day itself, or the last
 * business day before it.
 */
export const businessDaysBefore = (day: number, count: number): number => {
  let at = day
  for (let left = count; left > 0 || !isTradingDay(at); at--) if (isTradingDay(at)) left--
  return at
}

/** Number of a day; the month may lie outside 1 to 12. */
export const dayOfMonth = (year: number, month: number, day: number): number =>
  Date.UTC(year, month - 1, day) / 86_400_000

/** Number of the third Friday of a month. */
export const thirdFriday = (year: number, month: number): number => {
  const first = dayOfMonth(year, month, 1)
  return first + ((5 - weekdayOf(first) + 7) % 7) + 14
}

/** Last business day of a month. */
export const lastBusinessDay = (year: number, month: number): number =>
  businessDaysBefore(dayOfMonth(year, month + 1, 0), 0)

/** Sessions from one trading date to another (`yyyy-mm-dd`, both included), in order. */
export const sessions = (from: string, to: string): ReadonlyArray<TradingSession> => {
  const found: Array<TradingSession> = []
  for (let day = dayNumber(from); day <= dayNumber(to); day++) {
    if (!isTradingDay(day)) continue
    found.push({ date: dateOfDay(day), day, open: Session.open(futures, day), close: Session.close(futures, day) })
  }
  return found
}
