/**
 * Cutting a range of time into parts that can be asked for side by side, and estimating what a range holds.
 *
 * @module
 */
import { dayNumber, dayOf, midnight, startOfDay } from "./TimeZone.js"
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

/**
 * Cuts a range into at most `shards` ranges of about as many windows, in the order of `sort`, which together hold exactly the bars of the
 * whole. Cuts lie only where a window begins, so no bar lies in two of them; where the range has fewer windows than `shards`, it is cut
 * into fewer. A range that ends before it begins is given back whole, for the service to judge.
 */
export const cut = (request: BarRange & { readonly sort: "asc" | "desc" }, shards: number): ReadonlyArray<Shard> => {
  const { from, to } = instants(request)
  const result: Array<Shard> = []
  // Whole windows are shared out: a range may end with its last window's first instant, as one from bar to bar does.
  const first = Window.start(request, from)
  const end = Window.next(request, to)
  let begin = from
  let last = first
  const parts = from <= to ? shards : 1
  for (let part = 1; part < parts; part++) {
    const candidate = Window.start(request, first + Math.floor(((end - first) * part) / parts))
    if (candidate <= last) continue
    result.push({ from: begin, to: candidate - 1 })
    begin = candidate
    last = candidate
  }
  result.push({ from: begin, to })
  return request.sort === "asc" ? result : result.reverse()
}

/** Stocks trade from 04:00 to 20:00, on weekdays. */
const tradingMinutes = 16 * 60

/** How many Mondays to Fridays there are before a day: 1970-01-01 was a Thursday. */
const weekdaysBefore = (day: number): number => {
  const sinceMonday = day + 3
  const weeks = Math.floor(sinceMonday / 7)
  return weeks * 5 + Math.min(sinceMonday - weeks * 7, 5)
}

/**
 * How many base aggregates (seconds for second bars, minutes for minute and hour bars, days for the rest: what a request's `limit` counts)
 * a range of stock bars holds at most: all of every weekday's trading time (04:00 to 20:00 New York), as if each second and minute had a
 * trade and there were no holidays. A liquid stock comes near it; a thin one stays far below.
 */
export const expectedBaseAggregates = (range: BarRange): number => {
  const { from, to } = instants(range)
  if (to < from) return 0
  const begin = Window.start(range, from)
  const end = Window.next(range, to)
  const sessions = weekdaysBefore(dayOf(range.zone, end - 1) + 1) - weekdaysBefore(dayOf(range.zone, begin))
  switch (range.timespan) {
    case "second":
      return Math.min(sessions * tradingMinutes * 60, Math.ceil((end - begin) / 1_000))
    case "minute":
    case "hour":
      return Math.min(sessions * tradingMinutes, Math.ceil((end - begin) / 60_000))
    default:
      return sessions
  }
}
