/** Missing trading days of a folder of the store. */
import * as Calendar from "@candela/market/Calendar"
import * as TimeZone from "@candela/market/TimeZone"
import * as Intervals from "../layout/intervals.js"
import type { Manifest } from "../layout/manifest.js"
import { calendarOf, periodOf, type Source, zoneOf } from "../layout/source.js"

/**
 * Returns the time whose rows are stored: settled time, and the days after it up to that of the
 * last row. These may have been fetched before their end; readers accept them as they are, because
 * even a sync that has just ended cannot have them complete.
 */
const here = ({ files, intervals, market }: Manifest, zone: TimeZone.Zone): Intervals.Intervals => {
  const names = Object.keys(files).sort()
  const last = files[names.at(-1)!]
  const period = last && periodOf(market, names.at(-1)!)
  if (last === undefined || period === undefined) return intervals
  const from = Math.max(intervals.at(-1)?.[1] ?? period.from, period.from)
  return Intervals.union(intervals, Intervals.of(from, TimeZone.startOfDay(zone, TimeZone.dayOf(zone, last.last) + 1)))
}

/**
 * Returns the trading days (`yyyy-mm-dd`) of some time, before the instant `settled`, that are
 * neither stored in a source's folder nor known to have no rows.
 */
export const days = (
  { market }: Source,
  manifest: Manifest,
  time: Intervals.Intervals,
  settled: number,
): ReadonlyArray<string> => {
  const zone = zoneOf(market)
  const past = Intervals.intersection(time, [[-8.64e15, settled]])
  const gaps = Intervals.difference(past, here(manifest, zone))
  const found = gaps.flatMap(([from, to]) =>
    Calendar.sessions(TimeZone.dateOf(zone, from), TimeZone.dateOf(zone, to - 1), calendarOf(market))
      .filter(({ afterHoursClose, preMarketOpen }) => preMarketOpen < to && afterHoursClose > from)
      .map(({ date }) => date),
  )
  return [...new Set(found)]
}
