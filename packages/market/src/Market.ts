/**
 * Trading hours of markets. Holidays and early closes are ignored, so trading time is a few percent too high.
 *
 * @module
 */
import { dayMillis, dayOf, firstSunday, offsetAt, type Zone } from "./TimeZone.js"

/** A span of the local week, in minutes after Sunday's midnight. */
export interface Span {
  /** First minute. */
  readonly open: number
  /** Minute after the last one. */
  readonly close: number
}

/** Hours of a week, as spans that do not overlap. A span may cross midnight. */
export type Hours = ReadonlyArray<Span>

const minutesOfDay = 24 * 60

/**
 * Returns the same hours on several days of the week (0 is Sunday), in minutes after midnight. A negative `open`
 * lies on the evening before: futures open at -7 * 60, 17:00 on the evening before, and close at 16 * 60.
 */
export const sessions = (weekdays: ReadonlyArray<number>, { close, open }: Span): Hours =>
  weekdays.map((weekday) => ({ open: weekday * minutesOfDay + open, close: weekday * minutesOfDay + close }))

/** A market's days, trading hours and precision. */
export interface Market {
  /** Time zone of its days and hours. */
  readonly zone: Zone
  /** Days of the week with trades, in futures with a session: 0 is Sunday. */
  readonly weekdays: ReadonlyArray<number>
  /** Time of a day's trades, in minutes after its midnight: in futures from the evening before. */
  readonly session: Span
  /** All trading hours. */
  readonly hours: Hours
  /** Hours in which most instruments trade. */
  readonly usualHours: Hours
  /** Maximum number of decimals of prices, averages and volumes. */
  readonly decimals: number
}

const mondayToFriday: ReadonlyArray<number> = [1, 2, 3, 4, 5]
const everyDay: ReadonlyArray<number> = [0, 1, 2, 3, 4, 5, 6]
const wholeDay: Span = { open: 0, close: minutesOfDay }

const stockSession: Span = { open: 4 * 60, close: 20 * 60 }

/** U.S. stocks: Monday to Friday, 04:00 to 20:00 New York, most of it from 09:30 to 16:00. */
export const stocks: Market = {
  zone: "America/New_York",
  weekdays: mondayToFriday,
  session: stockSession,
  hours: /* @__PURE__ */ sessions(mondayToFriday, stockSession),
  usualHours: /* @__PURE__ */ sessions(mondayToFriday, { open: 9.5 * 60, close: 16 * 60 }),
  decimals: 4,
}

/**
 * New York's Sunday 17:00 to Friday 17:00 in UTC is 21:00 to 21:00 in summer and 22:00 to 22:00 in
 * winter. This span contains both, and is an hour per week too long.
 */
const forexWeek: Hours = [{ open: 21 * 60, close: (5 * 24 + 22) * 60 }]

/**
 * Currency pairs: from Sunday 17:00 to Friday 17:00 New York, without a pause. Days are in UTC, so
 * Sunday has two or three hours.
 */
export const forex: Market = {
  zone: "UTC",
  weekdays: [0, 1, 2, 3, 4, 5],
  session: wholeDay,
  hours: forexWeek,
  usualHours: forexWeek,
  decimals: 8,
}

const wholeWeek: Hours = [{ open: 0, close: 7 * 24 * 60 }]

/** Cryptocurrencies: all the time. Days are in UTC. */
export const crypto: Market = {
  zone: "UTC",
  weekdays: everyDay,
  session: wholeDay,
  hours: wholeWeek,
  usualHours: wholeWeek,
  decimals: 8,
}

const futuresSession: Span = { open: -7 * 60, close: 16 * 60 }
const futuresHours: Hours = /* @__PURE__ */ sessions(mondayToFriday, futuresSession)

/** U.S. futures: sessions from 17:00 on the evening before to 16:00 Chicago, Monday (from Sunday evening) to Friday. */
export const futures: Market = {
  zone: "America/Chicago",
  weekdays: mondayToFriday,
  session: futuresSession,
  hours: futuresHours,
  usualHours: futuresHours,
  decimals: 4,
}

/** Returns the market of a ticker by its prefix: `X:` crypto, `C:` forex, none for stocks. */
export const ofTicker = (ticker: string): Market =>
  ticker.startsWith("X:") ? crypto : ticker.startsWith("C:") ? forex : stocks

/**
 * Returns the number of an instant's local week, from the first Sunday of 1970, and the milliseconds since its
 * beginning.
 */
const ofWeekAt = ({ zone }: Market, instant: number): { readonly week: number; readonly millis: number } => {
  const week = Math.floor((dayOf(zone, instant) - firstSunday) / 7)
  const sunday = (firstSunday + week * 7) * dayMillis
  return { week, millis: instant + offsetAt(zone, instant) - sunday }
}

/** Returns the trading minutes from the first Sunday of 1970 up to an instant; negative before it. */
const minutesBefore = (market: Market, hours: Hours, instant: number): number => {
  const { millis, week } = ofWeekAt(market, instant)
  const minute = millis / 60_000
  return hours.reduce(
    (sum, { close, open }) => sum + week * (close - open) + Math.min(Math.max(minute, open), close) - open,
    0,
  )
}

/**
 * Returns the milliseconds of a time span that lie within `hours`. `from` is inclusive, `to`
 * exclusive, both in epoch milliseconds.
 */
export const time = (market: Market, hours: Hours, from: number, to: number): number =>
  (minutesBefore(market, hours, to) - minutesBefore(market, hours, from)) * 60_000

/** Returns the windows of a day that overlap `hours`, as ascending ranges of their numbers. */
const windowsOfDay = (
  hours: Hours,
  length: number,
  day: number,
): ReadonlyArray<readonly [first: number, end: number]> => {
  let known = 0
  return hours.flatMap((span) => {
    const open = Math.max(0, span.open - day * minutesOfDay)
    const close = Math.min(minutesOfDay, span.close - day * minutesOfDay)
    const first = Math.max(known, Math.floor((open * 60_000) / length))
    const end = Math.ceil((close * 60_000) / length)
    if (open >= close || first >= end) return []
    known = end
    return [[first, end] as const]
  })
}

/**
 * Returns the number of windows that begin in a time span and overlap `hours`. Windows have a `length` in
 * milliseconds and are counted from each midnight. `from` is inclusive, `to` exclusive, both in epoch milliseconds.
 */
export const windows = (market: Market, hours: Hours, length: number, from: number, to: number): number => {
  const days = everyDay.map((day) => windowsOfDay(hours, length, day))
  const ofWeek = days.flat().reduce((sum, [first, end]) => sum + end - first, 0)
  const before = (instant: number): number => {
    const { millis, week } = ofWeekAt(market, instant)
    return days.reduce((sum, ranges, day) => {
      const begun = Math.ceil((millis - day * dayMillis) / length)
      return ranges.reduce((sum, [first, end]) => sum + Math.min(Math.max(begun, first), end) - first, sum)
    }, week * ofWeek)
  }
  return before(to) - before(from)
}

/**
 * Returns the number of days with trades (sessions in futures) that begin in a time span. `from` is inclusive, `to`
 * exclusive, both in epoch milliseconds.
 */
export const days = (market: Market, from: number, to: number): number =>
  windows(market, sessions(market.weekdays, wholeDay), dayMillis, from, to)
