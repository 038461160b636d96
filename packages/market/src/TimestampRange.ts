/**
 * Time ranges described by filters on a timestamp (`timestamp.gte`, `timestamp.lt`): their instants, their
 * division into parts for parallel requests, their number of rows, and the share of them that is covered.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type { Comparison } from "@candela/core/declare/Filter"
import type { Direction } from "@candela/core/declare/Param"
import * as Market from "./Market.js"
import { dayNumber, startOfDay, type Zone } from "./TimeZone.js"

/** Unit of a timestamp since 1970. */
export interface Unit<Instant extends number | bigint> {
  /** Number of units in a millisecond. */
  readonly perMilli: bigint
  /** Smallest and largest timestamp. */
  readonly bounds: Bounds
  /** Converts a timestamp to the form of rows and requests. */
  readonly toInstant: (count: bigint) => Instant
}

/** A range of timestamps, both ends inclusive. */
export interface Bounds {
  /** First timestamp. */
  readonly first: bigint
  /** Last timestamp. */
  readonly last: bigint
}

/** Epoch nanoseconds, as a `bigint` of 64 bits. */
export const nanoseconds: Unit<bigint> = {
  perMilli: 1_000_000n,
  bounds: { first: -(2n ** 63n), last: 2n ** 63n - 1n },
  toInstant: (count) => count,
}

/** Epoch milliseconds, as a number. */
export const milliseconds: Unit<number> = {
  perMilli: 1n,
  bounds: { first: BigInt(Number.MIN_SAFE_INTEGER), last: BigInt(Number.MAX_SAFE_INTEGER) },
  toInstant: Number,
}

/** Values of the filters on a timestamp: dates in the market's zone (`yyyy-mm-dd`, the whole day) or instants. */
export type Filters<Field extends string, Instant> = {
  readonly [K in Field | `${Field}.${Comparison}`]?: string | Instant
}

/** Span of a filter's value: all of a day, or an instant. */
const covers = <Instant extends number | bigint>(value: string | Instant, unit: Unit<Instant>, zone: Zone): Bounds => {
  if (typeof value !== "string") return { first: BigInt(value), last: BigInt(value) }
  const day = dayNumber(value)
  return {
    first: BigInt(startOfDay(zone, day)) * unit.perMilli,
    last: BigInt(startOfDay(zone, day + 1)) * unit.perMilli - 1n,
  }
}

const greatest = (values: ReadonlyArray<bigint>) => values.reduce((one, other) => (one > other ? one : other))
const least = (values: ReadonlyArray<bigint>) => values.reduce((one, other) => (one < other ? one : other))

/**
 * Returns the timestamps within `bounds` that pass all filters on a field, given the span of each
 * value: `gt` begins after it, `lte` ends with it.
 */
export const passing = <const Field extends string, Instant>(
  values: Filters<Field, Instant>,
  field: Field,
  bounds: Bounds,
  covers: (value: string | Instant) => Bounds,
): Bounds => {
  const filters: Readonly<Record<string, string | Instant | undefined>> = values
  const bound = (operator: `.${Comparison}` | "", of: (covered: Bounds) => bigint): ReadonlyArray<bigint> => {
    const value = filters[`${field}${operator}`]
    return value === undefined ? [] : [of(covers(value))]
  }
  return {
    first: greatest([
      bounds.first,
      ...bound("", ({ first }) => first),
      ...bound(".gte", ({ first }) => first),
      ...bound(".gt", ({ last }) => last + 1n),
    ]),
    last: least([
      bounds.last,
      ...bound("", ({ last }) => last),
      ...bound(".lte", ({ last }) => last),
      ...bound(".lt", ({ first }) => first - 1n),
    ]),
  }
}

/**
 * Returns the timestamps that pass all filters on a field; `first` is after `last` if none does. A
 * date means the whole local day: `gt` begins after it, `lte` ends with it.
 */
export const interval = <const Field extends string, Instant extends number | bigint>(
  values: Filters<Field, Instant>,
  field: Field,
  unit: Unit<Instant>,
  zone: Zone,
): Bounds => passing(values, field, unit.bounds, (value) => covers(value, unit, zone))

/**
 * Cuts a range into at most `parts` parts of about the same length, or at timestamps, in ascending
 * order. Together they cover exactly the whole range. Cuts lie only within `records`, the time in
 * which rows can lie: the first and last parts extend beyond it.
 */
export const cut = (
  { first, last }: Bounds,
  parts: number | ReadonlyArray<bigint>,
  records: Bounds,
): ReadonlyArray<Bounds> => {
  const begin = greatest([first, records.first])
  const end = least([last, records.last]) + 1n
  const cuts =
    typeof parts === "number"
      ? Array.from({ length: parts }, (_, part) => begin + ((end - begin) * BigInt(part)) / BigInt(parts))
      : parts
  const starts = [...new Set(cuts)].filter((start) => start > begin && start < end)
  return [first, ...starts].map((first, index) => ({ first, last: (starts[index] ?? last + 1n) - 1n }))
}

/** Returns timestamps in the form of rows and requests; `undefined` where they are unbounded. */
export const instantsOf = <Instant extends number | bigint>(
  { first, last }: Bounds,
  { bounds, toInstant }: Unit<Instant>,
): { readonly first: Instant | undefined; readonly last: Instant | undefined } => ({
  first: first === bounds.first ? undefined : toInstant(first),
  last: last === bounds.last ? undefined : toInstant(last),
})
/**
 * Returns filters that also select the day of `gt`, if that is a date: the specification does not say whether
 * a service reads it as the whole day or as its midnight. They say which rows of an answer may be right.
 */
export const widened = <const Field extends string, Instant>(
  values: Filters<Field, Instant>,
  field: Field,
): Filters<Field, Instant> => {
  const { [`${field}.gt`]: after, ...filters } = values as Readonly<Record<string, string | Instant | undefined>>
  // protects: Rows of the day of `gt` are right, since a service may read the date as its midnight.
  // mutant: "after a date may have values of this day": "string" → "boolean"
  return (typeof after === "string" ? { [`${field}.gte`]: after, ...filters } : values) as Filters<Field, Instant>
}

/** Returns the time range of an endpoint whose rows are filtered by a timestamp. */
export const timeRange = <const Field extends string, Instant extends number | bigint, Ordered>(options: {
  /** Field of the filters. */
  readonly field: Field
  /** Timestamp field of the rows. */
  readonly rowField: string
  /** Unit of its timestamps. */
  readonly unit: Unit<Instant>
  /** Market whose hours and time zone apply. */
  readonly market: Market.Market
  /** Number of rows in a second of the market's hours. */
  readonly perSecond: Endpoint.Estimate
  /** Sort direction of the rows by timestamp. */
  readonly direction: (values: Ordered) => Direction
}): Endpoint.TimeRange<Filters<Field, Instant> & Ordered> => {
  type Values = Filters<Field, Instant> & Ordered
  const { direction, field, market, perSecond, unit } = options
  const { bounds, perMilli } = unit

  const asked = (values: Values) => interval(values, field, unit, market.zone)

  const toBound = (millis: number, open: bigint) =>
    Number.isFinite(millis) ? BigInt(Math.floor(millis)) * perMilli : open
  const within = ({ from, to }: Endpoint.Span): Bounds => ({
    first: toBound(from, bounds.first),
    last: toBound(to + 1, bounds.last + 1n) - 1n,
  })

  /** Returns the filters of a part, which replace all those of the request. */
  const filtersOf = (part: Bounds) => {
    const { first, last } = instantsOf(part, unit)
    const filters: Readonly<Record<string, Instant | undefined>> = {
      [field]: undefined,
      [`${field}.gt`]: undefined,
      [`${field}.gte`]: first,
      [`${field}.lt`]: undefined,
      [`${field}.lte`]: last,
    }
    return filters as Endpoint.Overrides<Values>
  }

  /**
   * Returns the time span of a request, in milliseconds (`to` is exclusive), in which rows can lie.
   * Open ends are infinite.
   */
  const spanOf = (values: Values, records: Endpoint.Span): Endpoint.Span => {
    const { first, last } = asked(values)
    const toMillis = (bound: bigint, open: number) =>
      bound === bounds.first || bound === bounds.last ? open : Number(bound / perMilli)
    return {
      from: Math.max(toMillis(first, Number.NEGATIVE_INFINITY), records.from),
      to: Math.min(toMillis(last, Number.POSITIVE_INFINITY), records.to) + 1,
    }
  }

  const tradingTime = ({ from, to }: Endpoint.Span): number => {
    if (from >= to) return 0
    return Number.isFinite(to - from) ? Market.time(market, market.hours, from, to) : Number.POSITIVE_INFINITY
  }

  return {
    cut: (values, parts, records) => {
      const range = asked(values)
      // The first row of such a range is unknown.
      const open = range.first === bounds.first && !Number.isFinite(records.from)
      const shards = typeof parts === "number" ? parts : parts.map((instant) => BigInt(instant) * perMilli)
      const cuts = open ? [] : cut(range, shards, within(records))
      // A request that is not cut stays unchanged.
      if (cuts.length < 2) return [{}] as const
      const filters = cuts.map(filtersOf)
      return direction(values) === "asc" ? filters : filters.reverse()
    },
    rows: (values, records) => {
      const span = spanOf(values, records)
      const seconds = tradingTime(span) / 1000
      const count = (rate: number) => Math.ceil(seconds * rate)
      return { most: count(perSecond.most), expected: count(perSecond.expected), final: span.to }
    },
    covered: (values, records, timestamp) => {
      const span = spanOf(values, records)
      const whole = tradingTime(span)
      if (whole === 0) return 1
      if (!Number.isFinite(whole)) return 0
      const done = tradingTime(
        direction(values) === "asc"
          ? { ...span, to: Math.min(span.to, timestamp + 1) }
          : { ...span, from: Math.max(span.from, timestamp) },
      )
      return done / whole
    },
    asked,
    order: (values) => ({
      field: options.rowField,
      direction: direction(values),
      // Some rows have the same timestamp.
      unique: false,
      ...instantsOf(asked(widened(values, field) as Values), unit),
    }),
  }
}
