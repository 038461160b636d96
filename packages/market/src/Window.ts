/**
 * The windows that aggregate bars are made of: which one holds an instant, and where the next begins.
 *
 * Windows cover all time without gaps and do not depend on a request: the same instant always falls into the same window.
 *
 * - Seconds, minutes and hours are counted from local midnight, in elapsed time; the last window of a day ends at the next midnight.
 * - Days are local calendar days, multiples counted from 1970-01-01.
 * - Weeks run from Sunday to Saturday, multiples counted from 1970-01-04.
 * - Months, quarters and years are those of the calendar, multiples counted from year 1.
 *
 * @module
 */
import type { Timespan } from "./Timespan.js"
import { dayMillis, dayOf, firstSunday, startOfDay, type Zone } from "./TimeZone.js"

/**
 * A size of window: `multiplier` (a positive integer) timespans, counted on the local days of a zone.
 */
export interface Window {
  /** Number of timespans in one window. */
  readonly multiplier: number
  /** The unit. */
  readonly timespan: Timespan
  /** Whose midnights days begin at. */
  readonly zone: Zone
}

/** Windows that cover all time without gaps, by the instants (epoch milliseconds) that they hold. */
export interface Windows {
  /** The instant at which the window that holds an instant begins. */
  readonly start: (epochMillis: number) => number
  /** The instant at which the window after it begins. */
  readonly next: (epochMillis: number) => number
}

/** All time, as far as windows go: some 270,000 years either way, where `Date` still counts. */
const earliest = -8.6e15
const latest = 8.6e15

const withinTime = (epochMillis: number) => Math.min(Math.max(epochMillis, earliest), latest - 1)

/** The timespans that are counted in elapsed time. */
export type ClockSpan = "second" | "minute" | "hour"
type CalendarSpan = Exclude<Timespan, ClockSpan>

const clockMillis = { second: 1_000, minute: 60_000, hour: 3_600_000 } as const
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

/** Which day, week, month, quarter or year, counted from the anchor of its kind, a local day lies in. */
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

/** America's railways took standard time on 18 November 1883: days that begin later begin whole hours away from UTC in every zone here. */
const wholeHours = Date.UTC(1883, 10, 20)

const startOfIndex = (zone: Zone, timespan: CalendarSpan, index: number): number => {
  const day = firstDayOfIndex(timespan, index)
  if (day * dayMillis <= earliest) return earliest
  if (day * dayMillis >= latest) return latest
  return startOfDay(zone, day)
}

/** Where the window that holds an instant begins, or so many windows after it. */
const startOf = ({ multiplier, timespan, zone }: Window, epochMillis: number, after: 0 | 1): number => {
  const millis = withinTime(epochMillis)
  if (isClock(timespan)) {
    const size = multiplier * clockMillis[timespan]
    const countedFrom = (anchor: number) => anchor + (Math.floor((millis - anchor) / size) + after) * size
    // Windows that are a whole part of an hour lie alike in all zones, so nobody needs to ask where midnight is.
    if (clockMillis.hour % size === 0 && millis >= wholeHours) return countedFrom(0)
    const day = dayOf(zone, millis)
    return Math.min(countedFrom(startOfDay(zone, day)), startOfDay(zone, day + 1))
  }
  const index = Math.floor(indexOfDay(timespan, dayOf(zone, millis)) / multiplier) + after
  return startOfIndex(zone, timespan, index * multiplier)
}

/**
 * The instant (epoch milliseconds) at which the window that holds `epochMillis` begins.
 */
export const start = (window: Window, epochMillis: number): number => startOf(window, epochMillis, 0)

/**
 * The instant (epoch milliseconds) at which the window after the one that holds `epochMillis` begins: the exclusive end of that window.
 */
export const next = (window: Window, epochMillis: number): number => startOf(window, epochMillis, 1)

/** The windows of a size. */
export const of = (window: Window): Windows => ({
  start: (epochMillis) => start(window, epochMillis),
  next: (epochMillis) => next(window, epochMillis),
})
