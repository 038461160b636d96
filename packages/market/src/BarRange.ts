/**
 * Ranges of bars: their instants, their division into parts for parallel requests, their number of
 * bars and of base aggregates, and the share of them that is covered.
 *
 * @module
 */
import type { Amount, Cuts, Estimate } from "@candela/core/declare/Endpoint"
import * as Market from "./Market.js"
import { dayNumber, midnight, startOfDay } from "./TimeZone.js"
import type { Timespan } from "./Timespan.js"
import * as Window from "./Window.js"

/**
 * Range of bars in a request. `from` and `to` are local dates (`yyyy-mm-dd`, `to` up to the end of
 * its day) or instants in epoch milliseconds, both inclusive.
 */
export interface BarRange extends Window.Window {
  /** First day or instant. */
  readonly from: string | number
  /** Last day or instant. */
  readonly to: string | number
}

/**
 * Time range in epoch milliseconds, both ends inclusive.
 */
export interface Shard {
  /** First instant. */
  readonly from: number
  /** Last instant. */
  readonly to: number
}

/**
 * Returns the instants, both inclusive, of a range's `from` and `to`: a date begins at its local
 * midnight and ends a millisecond before the next one.
 */
export const instants = ({ from, to, zone }: Pick<BarRange, "from" | "to" | "zone">): Shard => ({
  from: typeof from === "number" ? from : midnight(zone, from),
  to: typeof to === "number" ? to : startOfDay(zone, dayNumber(to) + 1) - 1,
})

/** Returns the first and the last instant of a day in a zone: the time of the rows of a request for this day. */
export const ofDay = (zone: Window.Window["zone"], day: string): { readonly first: number; readonly last: number } => {
  const { from, to } = instants({ from: day, to: day, zone })
  return { first: from, last: to }
}

/** Time span in epoch milliseconds: `begin` is inclusive, `end` exclusive. */
export interface Extent {
  /** Start of the first window, epoch milliseconds. */
  readonly begin: number
  /** End of the last window, exclusive, epoch milliseconds. */
  readonly end: number
}

/** All time: no bound for shards. */
const always: Shard = { from: -Infinity, to: Infinity }

/**
 * Returns the part of a range within `records`, where bars can lie, extended to whole windows
 * (`end` is exclusive) as bars are never truncated; `undefined` if none.
 */
export const stretched = (windows: Window.Windows, { from, to }: Shard, records: Shard): Extent | undefined => {
  const first = Math.max(from, records.from)
  const last = Math.min(to, records.to)
  return first > last ? undefined : { begin: windows.start(first), end: windows.next(last) }
}

/**
 * Returns the timestamps (epoch milliseconds) of the first and the last bar that a request can have. Bars are
 * never truncated, so the first one may begin before `from`. The specification does not say from when a service
 * counts windows of several days or hours: the one that contains `from` may begin up to its length earlier. Only
 * windows that divide an hour, and single days, weeks and longer ones, are the same however they are counted.
 */
export const timestamps = (request: BarRange): { readonly first: number; readonly last: number } => {
  const { multiplier, timespan } = request
  const { from, to } = instants(request)
  const first = Window.start(request, from)
  if (!Window.isClock(timespan)) return { first: multiplier === 1 ? first : Window.start(request, first - 1), last: to }
  const length = multiplier * Window.clockMillis[timespan]
  // At midnight our own windows are cut, so that the one before may be too short.
  // protects: A first bar is right however the service counts its windows.
  // mutant: "of windows that do not divide an hour may begin up to their length before the range": from - length + 1 →
  // Window.start(request, first - 1)
  return { first: Window.clockMillis.hour % length === 0 ? first : from - length + 1, last: to }
}

const windowsOf = (request: BarRange, records: Shard) => stretched(Window.of(request), instants(request), records)

/**
 * Cuts a range into at most `shards` ranges of about equally many windows, or at instants, in
 * ascending order. Together they contain exactly the bars of the whole. Cuts lie only at the start
 * of a window, at or before the given instant, so no bar lies in two ranges; fewer windows than
 * `shards` give fewer ranges. Cuts lie only within `records`, the time in which bars can lie: the
 * first and last ranges extend beyond it. A range that ends before it begins is returned whole.
 */
export const cutAtWindows = (
  windows: Window.Windows,
  { from, to }: Shard,
  shards: Cuts,
  records: Shard,
): ReadonlyArray<Shard> => {
  const { begin, end } = stretched(windows, { from, to }, records) ?? { begin: 0, end: 0 }
  // Whole windows are distributed: a range may end with the first instant of its last window, like one from bar to bar.
  const instants =
    typeof shards === "number"
      ? Array.from({ length: shards }, (_, part) => begin + Math.floor(((end - begin) * part) / shards))
      : shards
  const starts = [...new Set(instants.map(windows.start))].filter((start) => start > begin && start < end)
  return [from, ...starts].map((from, index) => ({ from, to: (starts[index] ?? to + 1) - 1 }))
}

/**
 * {@link cutAtWindows} of a request's windows, in the order of `sort`. A range that ends before it
 * begins is returned whole.
 */
export const cut = (
  request: BarRange & { readonly sort: "asc" | "desc" },
  shards: Cuts,
  records: Shard = always,
): ReadonlyArray<Shard> => {
  const parts = cutAtWindows(Window.of(request), instants(request), shards, records)
  return request.sort === "asc" ? parts : [...parts].reverse()
}

/** Size of a bar, without the zone of its days. */
type Size = Pick<Window.Window, "multiplier" | "timespan">

/** Share of the minutes outside of the usual hours in which a liquid stock is traded. */
const tradedOutside = 1 / 4

/** Returns the number of windows of a size with trades: at most those in the market's hours. */
const barsIn = ({ multiplier, timespan }: Size, market: Market.Market, { begin, end }: Extent): Amount => {
  if (!Window.isClock(timespan)) {
    const windows = Window.count({ multiplier, timespan, zone: market.zone }, begin, end)
    const most = Math.min(windows, Market.days(market, begin, end))
    return { most, expected: most }
  }
  const length = multiplier * Window.clockMillis[timespan]
  const most = Market.windows(market, market.hours, length, begin, end)
  const usual = Market.windows(market, market.usualHours, length, begin, end)
  const share = 1 - (1 - tradedOutside) ** (length / Window.clockMillis.minute)
  return { most, expected: Math.round(usual + (most - usual) * share) }
}

/** Base aggregates of a timespan, the unit of a request's `limit`: seconds, minutes (also of hours), or days. */
const baseOf = (timespan: Timespan): Size => ({
  multiplier: 1,
  timespan: timespan === "hour" ? "minute" : Window.isClock(timespan) ? timespan : "day",
})

/**
 * Estimates the number of bars of a range within `records`, and of base aggregates, the unit of a
 * request's `limit`. Maximum: one per window in the market's hours, nearly reached by a liquid instrument.
 * Expected: one per window in its usual hours, and those of the other windows in which a liquid stock is
 * traded; thin instruments stay below. Holidays are included. Bars adjusted for splits are never final.
 */
export const estimate = (
  request: Omit<BarRange, "zone"> & { readonly adjusted?: boolean },
  market: Market.Market,
  records: Shard = always,
): Estimate => {
  const extent = windowsOf({ ...request, zone: market.zone }, records)
  if (extent === undefined) return { most: 0, expected: 0 }
  return {
    ...barsIn(request, market, extent),
    units: barsIn(baseOf(request.timespan), market, extent),
    final: request.adjusted ? undefined : extent.end,
  }
}

const daysIn = { day: 1, week: 7, month: 30, quarter: 91, year: 365 } as const

/** Returns the usual number of base aggregates in a bar. */
export const unitsOfBar = ({ multiplier, timespan }: Size, { weekdays }: Market.Market): number => {
  if (Window.isClock(timespan)) return multiplier * (timespan === "hour" ? 60 : 1)
  return Math.ceil((multiplier * daysIn[timespan] * weekdays.length) / 7)
}

/**
 * Returns the share, from 0 to 1, of a range's trading time within `records` that is covered by the
 * bars up to this timestamp (epoch milliseconds), in the order of `sort`. It is 1 for a bar in the
 * last trading window of the range, and if the range has no trading time.
 */
export const covered = (
  request: Omit<BarRange, "zone"> & { readonly sort: "asc" | "desc" },
  market: Market.Market,
  timestamp: number,
  records: Shard = always,
): number => {
  const units = (range: typeof request) => estimate(range, market, records).units?.most ?? 0
  const whole = units(request)
  const done = () => units({ ...request, ...(request.sort === "asc" ? { to: timestamp } : { from: timestamp }) })
  return whole === 0 ? 1 : Math.min(1, done() / whole)
}
