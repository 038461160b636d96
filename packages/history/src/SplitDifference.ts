/**
 * Where the service's own adjustment for splits disagrees with the splits that it lists.
 *
 * ```ts
 * const day = { stocksTicker: "NVDA", multiplier: 1, timespan: "day", from: "2020-01-01", to: "2025-06-27" } as const
 * const raw = yield* Stream.runCollect(stocks.bars.stream({ ...day, adjusted: false }))
 * const adjusted = yield* Stream.runCollect(stocks.bars.stream(day))
 * const splits = yield* Stream.runCollect(stocks.splits.stream({ ticker: "NVDA" }))
 * for (const { message } of SplitDifference.find({ raw, adjusted, splits })) yield* Console.log(message)
 * ```
 *
 * @module
 */
import type { Bar } from "@candela/market/Bar"
import { stocks } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import { ofSplits, type Options, partAt, type Splits } from "./internal/adjust/steps.js"

/** Shares before a split, and how many they became. */
export interface Shares {
  readonly from: number
  readonly to: number
}

/** A place between two days where the closes tell of another split than the list. */
export interface SplitDifference {
  /** The first day of trading after it, `yyyy-mm-dd` in New York; absent if it lies after the last day of the bars. */
  readonly date?: string
  /** The last day of trading before it, `yyyy-mm-dd`. */
  readonly after: string
  /**
   * `unlisted`: the closes are adjusted for a split that is not listed. `unapplied`: the closes are not adjusted for a split that is listed. `ratio`: they are
   * adjusted by other numbers of shares than those that are listed.
   */
  readonly kind: "unlisted" | "unapplied" | "ratio"
  /** What the list says, all splits of the place multiplied; 1 to 1 if it has none. */
  readonly expected: Shares
  /** The simplest ratio that explains the closes, which are rounded; 1 to 1 if nothing changes there. */
  readonly found: Shares
  /** All this in a sentence. */
  readonly message: string
}

/** What is compared. */
export interface Input extends Options {
  /** Daily bars of a stock as they were traded (`adjusted: false`), in any order. */
  readonly raw: Iterable<Pick<Bar, "timestamp" | "close">>
  /** The same days, adjusted by the service (`adjusted: true`). */
  readonly adjusted: Iterable<Pick<Bar, "timestamp" | "close">>
  /** All splits that the service lists for the stock. */
  readonly splits: Splits
}

/** From the least to the most that a number may be, both included. */
interface Interval {
  readonly least: number
  readonly most: number
}

/** Half of the last decimal of the service's adjusted prices, dollars, and what binary fractions add to it. */
const rounding = (close: number) => 0.5 * 10 ** -stocks.decimals + close * 1e-12

/** A day with what the list makes of its close, and by what the service's own adjusted close differs from that. */
interface Day {
  readonly date: string
  readonly expected: Shares
  readonly unexplained: Interval
}

/** The latest first. A close that rounding leaves nothing of tells nothing. */
const daysOf = ({ adjusted, raw, splits, ...options }: Input): ReadonlyArray<Day> => {
  const expectedAt = partAt(ofSplits(splits, options))
  const closes = new Map(Array.from(raw, ({ close, timestamp }) => [timestamp, close]))
  return Array.from(adjusted)
    .sort((one, other) => other.timestamp - one.timestamp)
    .flatMap(({ close, timestamp }) => {
      const traded = closes.get(timestamp)
      const error = rounding(close)
      if (traded === undefined || traded <= 0 || close <= error) return []
      const { from, to } = expectedAt(timestamp)
      const expected = (traded * from) / to
      const unexplained = { least: (close - error) / expected, most: (close + error) / expected }
      return [{ date: dateOf(stocks.zone, timestamp), expected: { from, to }, unexplained }]
    })
}

/** Consecutive days whose closes differ from what is expected by the same number. */
interface Stretch extends Interval {
  readonly first: Day | undefined
  readonly last: Day | undefined
}

/** Each day narrows the number down, until one contradicts those after it. After the last day nothing is adjusted. */
const stretchesOf = (days: ReadonlyArray<Day>): ReadonlyArray<Stretch> => {
  const stretches: Array<Stretch> = []
  let current: Stretch = { least: 1, most: 1, first: undefined, last: undefined }
  for (const day of days) {
    const least = Math.max(current.least, day.unexplained.least)
    const most = Math.min(current.most, day.unexplained.most)
    if (least <= most) current = { least, most, first: day, last: current.last ?? day }
    else {
      stretches.push(current)
      current = { ...day.unexplained, first: day, last: day }
    }
  }
  return [...stretches, current]
}

/** The fraction with the smallest terms in an interval of positive numbers (Stern and Brocot). */
const simplest = ({ least, most }: Interval): Shares => {
  const whole = Math.ceil(least)
  if (whole <= most) return { from: 1, to: whole }
  const below = whole - 1
  const { from, to } = simplest({ least: 1 / (most - below), most: 1 / (least - below) })
  return { from: to, to: below * to + from }
}

const oneToOne: Shares = { from: 1, to: 1 }

const differenceOf = (before: Stretch, since: Stretch): SplitDifference => {
  const { date: after, expected: earlier } = before.last!
  const { date, expected: later } = since.first ?? { date: undefined, expected: oneToOne }
  const expected = { from: earlier.from / later.from, to: earlier.to / later.to }
  const listed = expected.to / expected.from
  const found = simplest({
    least: (listed * since.least) / before.most,
    most: (listed * since.most) / before.least,
  })
  const kind = listed === 1 ? "unlisted" : found.from === found.to ? "unapplied" : "ratio"
  const place = date === undefined ? `after ${after}` : `between ${after} and ${date}`
  const message = {
    unlisted: `${place}, the adjusted closes tell of a split of ${found.from} to ${found.to} that is not listed`,
    unapplied: `${place}, a split of ${expected.from} to ${expected.to} is listed, but the adjusted closes tell of none`,
    ratio: `${place}, a split of ${expected.from} to ${expected.to} is listed, but the adjusted closes tell of ${found.from} to ${found.to}`,
  }[kind]
  return { ...(date === undefined ? {} : { date }), after, kind, expected, found, message }
}

/**
 * Compares the service's raw and adjusted daily closes with its list of splits, to its rounding of four decimals, and names each place where they disagree, in
 * the order of time. None: they agree. A split that the service applies some days off its date is two of them. Days that only one of both has are not
 * compared. With `asOf`, splits after that day are not expected: those that are listed before they happen.
 */
export const find = (input: Input): ReadonlyArray<SplitDifference> => {
  const stretches = stretchesOf(daysOf(input))
  return stretches
    .slice(1)
    .map((before, index) => differenceOf(before, stretches[index]!))
    .reverse()
}
