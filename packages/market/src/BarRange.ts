/**
 * Ranges of bars: the instants that they mean, how they are cut into parts that can be requested in parallel, how many base aggregates they hold, and
 * how much of them is covered.
 *
 * @module
 */
import type { Cuts, Estimate } from "@candela/core/Endpoint"
import * as Market from "./Market.js"
import { dayNumber, midnight, startOfDay } from "./TimeZone.js"
import * as Window from "./Window.js"

/**
 * A range of bars as a request names it. `from` and `to` are local dates (`yyyy-mm-dd`, `to` up to the end of its day) or instants in
 * epoch milliseconds, both inclusive.
 */
export interface BarRange extends Window.Window {
  /** First day or instant. */
  readonly from: string | number
  /** Last day or instant. */
  readonly to: string | number
}

/**
 * A range of time in epoch milliseconds, both ends inclusive.
 */
export interface Shard {
  /** First instant. */
  readonly from: number
  /** Last instant. */
  readonly to: number
}

/**
 * The instants, both inclusive, that a range's `from` and `to` mean: a date begins at its local midnight and ends a millisecond before
 * the next one.
 */
export const instants = ({ from, to, zone }: Pick<BarRange, "from" | "to" | "zone">): Shard => ({
  from: typeof from === "number" ? from : midnight(zone, from),
  to: typeof to === "number" ? to : startOfDay(zone, dayNumber(to) + 1) - 1,
})

/** All time, as far as shards go: no bound. */
const always: Shard = { from: -Infinity, to: Infinity }

/** The part of a range within `records` in which bars can lie, stretched to whole windows (`end` is exclusive): bars are never truncated. Nothing if no bar can. */
export const stretched = (
  windows: Window.Windows,
  { from, to }: Shard,
  records: Shard,
): { readonly begin: number; readonly end: number } | undefined => {
  const first = Math.max(from, records.from)
  const last = Math.min(to, records.to)
  return first > last ? undefined : { begin: windows.start(first), end: windows.next(last) }
}

const windowsOf = (request: BarRange, records: Shard) => stretched(Window.of(request), instants(request), records)

/**
 * Cuts a range into at most so many ranges of about as many windows, or at instants, in ascending order. Together they hold exactly the bars of the whole. Cuts
 * lie only where a window begins, at or before the instant that is named, so no bar lies in two ranges; where there are fewer windows than `shards`, there are
 * fewer ranges. Cuts lie only within `records`, the time in which bars can lie: the first and the last range take what lies outside. A range that ends before it
 * begins is returned whole.
 */
export const cutAtWindows = (
  windows: Window.Windows,
  { from, to }: Shard,
  shards: Cuts,
  records: Shard,
): ReadonlyArray<Shard> => {
  const { begin, end } = stretched(windows, { from, to }, records) ?? { begin: 0, end: 0 }
  // Whole windows are shared out: a range may end with its last window's first instant, as one from bar to bar does.
  const instants =
    typeof shards === "number"
      ? Array.from({ length: shards }, (_, part) => begin + Math.floor(((end - begin) * part) / shards))
      : shards
  const starts = [...new Set(instants.map(windows.start))].filter((start) => start > begin && start < end)
  return [from, ...starts].map((from, index) => ({ from, to: (starts[index] ?? to + 1) - 1 }))
}

/**
 * {@link cutAtWindows} of a request's windows, in the order of `sort`. A range that ends before it begins is returned whole: the service rejects it.
 */
export const cut = (
  request: BarRange & { readonly sort: "asc" | "desc" },
  shards: Cuts,
  records: Shard = always,
): ReadonlyArray<Shard> => {
  const parts = cutAtWindows(Window.of(request), instants(request), shards, records)
  return request.sort === "asc" ? parts : [...parts].reverse()
}

/**
 * How many base aggregates (seconds for second bars, minutes for minute and hour bars, days for the rest: what a request's `limit` counts)
 * a range holds within `records`. At most: one for every second, minute or day of the market's hours, as a liquid instrument nearly has.
 * Expected: the same of its usual hours; thin instruments stay below. Holidays are not left out. Bars that are adjusted for splits are never final.
 */
export const baseAggregates = (
  request: Omit<BarRange, "zone"> & { readonly adjusted?: boolean },
  market: Market.Market,
  records: Shard = always,
): Estimate => {
  const windows = windowsOf({ ...request, zone: market.zone }, records)
  if (windows === undefined) return { most: 0, expected: 0 }
  const { begin, end } = windows
  const unit = request.timespan === "second" ? 1_000 : 60_000
  const count = (hours: Market.Hours) =>
    Math.round(
      Window.isClock(request.timespan)
        ? Market.time(market, hours, begin, end) / unit
        : Market.days(market, begin, end),
    )
  return {
    most: count(market.hours),
    expected: count(market.usualHours),
    final: request.adjusted ? undefined : end,
  }
}

/**
 * The share, from 0 to 1, of a range's trading time within `records` that is covered by the bars up to the one with this timestamp (epoch
 * milliseconds), in the order of `sort`. It is 1 for a bar in the last trading window of the range, and where the range holds no trading time.
 */
export const covered = (
  request: Omit<BarRange, "zone"> & { readonly sort: "asc" | "desc" },
  market: Market.Market,
  timestamp: number,
  records: Shard = always,
): number => {
  const part = request.sort === "asc" ? { to: timestamp } : { from: timestamp }
  const [done, whole] = [{ ...request, ...part }, request].map((range) => baseAggregates(range, market, records).most)
  return whole === 0 ? 1 : Math.min(1, done! / whole!)
}
