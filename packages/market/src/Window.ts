/**
 * Windows of aggregate bars: the window of an instant, and the start of the next one.
 *
 * Windows cover all time without gaps and do not depend on a request: the same instant always falls
 * into the same window.
 *
 * - Seconds, minutes and hours are counted from local midnight, in elapsed time; the last window of
 *   a day ends at the next midnight.
 * - Days are local calendar days, multiples counted from 1970-01-01.
 * - Weeks run from Sunday to Saturday, multiples counted from 1970-01-04.
 * - Months, quarters and years are calendar ones, multiples counted from year 1.
 *
 * @module
 */
import type { Timespan } from "./Timespan.js"
import { dayMillis, dayOf, firstSunday, startOfDay, type Zone } from "./TimeZone.js"

/**
 * Window size: `multiplier` (a positive integer) timespans, counted on the local days of a zone.
 */
export interface Window {
  /** Number of timespans in one window. */
  readonly multiplier: number
  /** Unit of the window. */
  readonly timespan: Timespan
  /** Time zone of the days. */
  readonly zone: Zone
}

/** Windows that cover all time without gaps, looked up by instants (epoch milliseconds). */
export interface Windows {
  /** Returns the start of the window of an instant. */
  readonly start: (epochMillis: number) => number
  /** Returns the start of the next window. */
  readonly next: (epochMillis: number) => number
}

/** Bounds of all windows: some 270,000 years either way, the range of `Date`. */
const earliest = -8.6e15
const latest = 8.6e15

const withinTime = (epochMillis: number) => Math.min(Math.max(epochMillis, earliest), latest - 1)

/** Timespans counted in elapsed time. */
export type ClockSpan = "second" | "minute" | "hour"
type CalendarSpan = Exclude<Timespan, ClockSpan>

/** Length of timespans counted in elapsed time, milliseconds. */
export const clockMillis = { second: 1_000, minute: 60_000, hour: 3_600_000 } as const
const monthsIn = { month: 1, quarter: 3, year: 12 } as const

/** Months are counted from January of year 1. */
const monthOfDay = (day: number): number => {
  const date = new Date(day * dayMillis)
  return (date.getUTCFullYear() - 1) * 12 + date.getUTCMonth()
}

const firstDayOfMonth = (month: number): number => {
  const millis = new Date(0).setUTCFullYear(1, month, 1)
  return Number.isNaN(millis) ? Math.sign(month) * Infinity : millis / dayMillis
}

/** Returns the index of a local day's day, week, month, quarter or year, counted from the anchor of its kind. */
const indexOfDay = (timespan: CalendarSpan, day: number): number => {
  if (timespan === "day") return day
  if (timespan === "week") return Math.floor((day - firstSunday) / 7)
  return Math.floor(monthOfDay(day) / monthsIn[timespan])
}

const firstDayOfIndex = (timespan: CalendarSpan, index: number): number => {
  if (timespan === "day") return index
  if (timespan === "week") return index * 7 + firstSunday
  return firstDayOfMonth(index * monthsIn[timespan])
}

/** Whether windows of a timespan are counted in elapsed time: seconds, minutes and hours. */
export const isClock = (timespan: Timespan): timespan is ClockSpan => timespan in clockMillis

/**
 * America's railways adopted standard time on 18 November 1883: later days begin whole hours away
 * from UTC in every zone here.
 */
const wholeHours = Date.UTC(1883, 10, 20)

const startOfIndex = (zone: Zone, timespan: CalendarSpan, index: number): number => {
  const day = firstDayOfIndex(timespan, index)
  if (day * dayMillis <= earliest) return earliest
  if (day * dayMillis >= latest) return latest
  return startOfDay(zone, day)
}

/** Returns the start of the window of an instant, or of the window `after` it. */
const startOf = ({ multiplier, timespan, zone }: Window, epochMillis: number, after: 0 | 1): number => {
  const millis = withinTime(epochMillis)
  if (isClock(timespan)) {
    const size = multiplier * clockMillis[timespan]
    const countedFrom = (anchor: number) => anchor + (Math.floor((millis - anchor) / size) + after) * size
    // Windows that divide an hour evenly are the same in all zones, so midnight need not be looked up.
    if (clockMillis.hour % size === 0 && millis >= wholeHours) return countedFrom(0)
    const day = dayOf(zone, millis)
    return Math.min(countedFrom(startOfDay(zone, day)), startOfDay(zone, day + 1))
  }
  const index = Math.floor(indexOfDay(timespan, dayOf(zone, millis)) / multiplier) + after
  return startOfIndex(zone, timespan, index * multiplier)
}

/**
 * Returns the start (epoch milliseconds) of the window that contains `epochMillis`.
 */
export const start = (window: Window, epochMillis: number): number => startOf(window, epochMillis, 0)

/**
 * Returns the exclusive end (epoch milliseconds) of the window that contains `epochMillis`: the start of the next one.
 */
export const next = (window: Window, epochMillis: number): number => startOf(window, epochMillis, 1)

/** Returns the number of windows of days, or longer ones, from the start of one to that of a later one. */
export const count = (window: Window & { readonly timespan: CalendarSpan }, from: number, to: number): number => {
  const { multiplier, timespan, zone } = window
  const indexOf = (instant: number) => Math.floor(indexOfDay(timespan, dayOf(zone, withinTime(instant))) / multiplier)
  return indexOf(to) - indexOf(from)
}

/** Returns the windows of a size. */
export const of = (window: Window): Windows => ({
  start: (epochMillis) => start(window, epochMillis),
  next: (epochMillis) => next(window, epochMillis),
})
