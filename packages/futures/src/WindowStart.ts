/**
 * Filters on `window_start`: the bars that they select, their division into parts for parallel
 * requests, the number of bars, and the share of them that is covered.
 *
 * An instant is snapped down to its window. A date means the bars that begin on that day in Chicago: a
 * session opens on the evening before it settles, so it is found by the day before its settlement date; none
 * opens on a Friday or Saturday. For windows longer than a day a date means the window that contains it; for
 * windows of several sessions, that of the session which opens on that day. All filters of a request apply.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as Filter from "@candela/core/declare/Filter"
import type * as Param from "@candela/core/declare/Param"
import * as BarRange from "@candela/market/BarRange"
import * as Market from "@candela/market/Market"
import * as Session from "@candela/market/Session"
import * as TimestampRange from "@candela/market/TimestampRange"
import { dayNumber, dayOf, startOfDay } from "@candela/market/TimeZone"
import * as Resolution from "./Resolution.js"

/** Filters on `window_start`: dates in Chicago (`yyyy-mm-dd`) or epoch nanoseconds. */
export type Filters = TimestampRange.Filters<"window_start", bigint>

/** Request values that define a time range. */
export interface Values extends Filters {
  /** Size of the windows. */
  readonly resolution: Resolution.Resolution
  /** Order of the bars. */
  readonly sort: ReadonlyArray<Param.SortKey<"window_start">>
  /** Size of a page, in bars. */
  readonly limit: number
}

const { hours, zone } = Market.futures
const { bounds } = TimestampRange.nanoseconds

const nanosOfMilli = 1_000_000n

/** Converts epoch nanoseconds to milliseconds, rounded down. */
const toMillis = (nanos: bigint) =>
  Number((nanos - (((nanos % nanosOfMilli) + nanosOfMilli) % nanosOfMilli)) / nanosOfMilli)

const toNanos = (millis: number) => BigInt(millis) * nanosOfMilli

/** Returns the instants (epoch milliseconds) that a filter's value denotes. */
const named = (value: string | bigint): Endpoint.Span => {
  if (typeof value === "bigint") return { from: toMillis(value), to: toMillis(value) }
  const day = dayNumber(value)
  return { from: startOfDay(zone, day), to: startOfDay(zone, day + 1) - 1 }
}

/**
 * Returns the span of the windows that a filter's value selects, from first to last instant; none
 * if `from` is after `to`.
 */
const meant = (value: string | bigint, resolution: Resolution.Resolution): Endpoint.Span => {
  const { multiplier, unit } = resolution
  const { next, start } = Resolution.windows(resolution)
  const { from, to } = named(value)
  const whole = (millis: number) => ({ from: start(millis), to: next(millis) - 1 })
  if (typeof value === "bigint") return whole(from)
  if (unit === "session" && multiplier > 1) return whole(Session.open(Market.futures, dayNumber(value) + 1))
  if (unit === "session" || Resolution.isClock(unit)) return { from: next(from - 1), to: next(to) - 1 }
  return whole(from)
}

/** Returns the instants that pass all filters, given the span of each value; infinite where unbounded. */
const passing = (filters: Filters, means: (value: string | bigint) => Endpoint.Span): Endpoint.Span => {
  const { first, last } = TimestampRange.passing(filters, "window_start", bounds, (value) => {
    const { from, to } = means(value)
    return { first: toNanos(from), last: toNanos(to + 1) - 1n }
  })
  return {
    from: first === bounds.first ? Number.NEGATIVE_INFINITY : toMillis(first),
    to: last === bounds.last ? Number.POSITIVE_INFINITY : toMillis(last),
  }
}

/** Returns the time span of the filters (epoch milliseconds, both ends inclusive) before it is snapped to windows. */
export const asked = (filters: Filters): Endpoint.Span => passing(filters, named)

/**
 * Returns the time span (epoch milliseconds, both ends inclusive) in which the selected bars begin; `from`
 * is after `to` when there are none. It consists of whole windows, and is infinite where unbounded.
 */
export const span = (filters: Filters, resolution: Resolution.Resolution): Endpoint.Span =>
  passing(filters, (value) => meant(value, resolution))

const has = (filters: Filters, operators: ReadonlyArray<"" | `.${Filter.Comparison}`>) =>
  operators.some((operator) => filters[`window_start${operator}`] !== undefined)

/** Whether filters have a lower bound. */
export const hasBeginning = (filters: Filters): boolean => has(filters, ["", ".gte", ".gt"])

/** Whether the bars are unbounded: the service returns the newest ones. */
const isNewest = (filters: Filters): boolean => !hasBeginning(filters) && !has(filters, [".lte", ".lt"])

/** Sort direction of the bars. */
export const direction = ({ sort }: Pick<Values, "sort">): Param.Direction => sort[0]?.direction ?? "desc"

const clockMillis = { sec: 1_000, min: 60_000, hour: 3_600_000 } as const

/**
 * Estimates the number of bars in whole windows, from `begin` up to, not including, `end`: the
 * maximum, and the number if every minute of the sessions has trades.
 */
const estimate = (resolution: Resolution.Resolution, begin: number, end: number): Endpoint.Estimate => {
  const { multiplier, unit } = resolution
  if (!Resolution.isClock(unit)) {
    const { next } = Resolution.windows(resolution)
    let count = 0
    for (let at = begin; at < end; at = next(at)) count++
    return { most: count, expected: count }
  }
  const size = multiplier * clockMillis[unit]
  const trading = Market.time(Market.futures, hours, begin, end) / size
  if (trading === 0 || clockMillis.hour % size === 0) return { most: trading, expected: trading }
  // Windows begin at midnight: a day can cut two stretches of trading time at both ends, and each
  // midnight cuts one window.
  const midnights = dayOf(zone, end - 1) - dayOf(zone, begin)
  const most = Math.min(Math.ceil((end - begin) / size) + midnights, Math.ceil(trading) + 4 * (midnights + 1))
  return { most, expected: Math.min(most, Math.ceil(trading)) }
}

const stretched = (values: Values, records: Endpoint.Span) =>
  BarRange.stretched(Resolution.windows(values.resolution), span(values, values.resolution), records)

/** Whether a request returns only one page: one for the newest bars in ascending order. */
export const isOnePage = (values: Filters & Pick<Values, "sort">) => direction(values) === "asc" && isNewest(values)

/**
 * Returns the first instant at which a bar of a range can begin, given that of our own windows. The specification
 * does not say from where windows of several sessions, weeks or months are counted, nor in which zone a date is
 * read: in the service's own sample, sessions begin at midnight UTC of the day on which they end. A date may
 * begin there, six hours before Chicago's at most, and a session or a longer window one window earlier.
 */
const earliest = (values: Values, asked: number): number => {
  // protects: Sessions that begin at midnight UTC of their day are right.
  // mutant: "bars of a date begin there in Chicago or in UTC": Resolution.windows(values.resolution).start(asked - 1) →
  // asked
  if (!Resolution.isClock(values.resolution.unit)) return Resolution.windows(values.resolution).start(asked - 1)
  const isDate = (["", ".gte", ".gt"] as const).some(
    (operator) => typeof values[`window_start${operator}`] === "string",
  )
  return isDate ? asked - 6 * clockMillis.hour : asked
}

/** Time range of requests for bars. */
export const timeRange: Endpoint.TimeRange<Values> = {
  cut: (values, shards, records) => {
    const parts = BarRange.cutAtWindows(
      Resolution.windows(values.resolution),
      span(values, values.resolution),
      shards,
      records,
    )
    const filters = parts.map(({ from, to }, index): Filters => ({
      ...(index === 0 ? {} : { "window_start.gte": toNanos(from) }),
      ...(index === parts.length - 1 ? {} : { "window_start.lt": toNanos(to + 1) }),
    }))
    return direction(values) === "asc" ? filters : filters.reverse()
  },
  rows: (values, records) => {
    const range = stretched(values, records)
    const { expected, most } =
      range === undefined ? { expected: 0, most: 0 } : estimate(values.resolution, range.begin, range.end)
    return { most, expected, final: range?.end }
  },
  covered: (values, records, timestamp) => {
    const range = stretched(values, records)
    if (range === undefined) return 1
    const { next, start } = Resolution.windows(values.resolution)
    const done =
      direction(values) === "asc"
        ? { ...range, end: Math.min(range.end, next(timestamp)) }
        : { ...range, begin: Math.max(range.begin, start(timestamp)) }
    const time = ({ begin, end }: typeof range) => (begin < end ? Market.time(Market.futures, hours, begin, end) : 0)
    const whole = time(range)
    return whole === 0 ? 1 : time(done) / whole
  },
  asked: (values) => {
    const { from, to } = asked(values)
    return { first: from, last: to }
  },
  order: (values) => {
    const { from: asked, to } = span(
      TimestampRange.widened<"window_start", bigint>(values, "window_start"),
      values.resolution,
    )
    const from = Number.isFinite(asked) ? earliest(values, asked) : asked
    return {
      field: "window_start",
      direction: direction(values),
      unique: true,
      first: Number.isFinite(from) ? toNanos(from) : undefined,
      last: Number.isFinite(to) ? toNanos(to + 1) - 1n : undefined,
    }
  },
  // Without a filter the service returns only the newest bars.
  whole: (values, { from }) => (isOnePage(values) ? { "window_start.gte": toNanos(from) } : {}),
}
