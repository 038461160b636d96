/**
 * Differences between the service's own adjustment for splits and the splits that it lists.
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
import * as Either from "effect/Either"
import type { Splits } from "./internal/adjust/actions.js"
import * as internal from "./internal/adjust/factors.js"
import { ofSplits, type Options, partAt } from "./internal/adjust/steps.js"
import { today } from "./internal/adjust/today.js"

export type { FactorDifference, ListedSplits } from "./internal/adjust/factors.js"

/** Numbers of shares before and after a split. */
export interface Shares {
  /** Shares before. */
  readonly from: number
  /** Shares after. */
  readonly to: number
}

/** Difference between the split that the closes imply and the listed one, between two days. */
export interface SplitDifference {
  /** First trading day after it, `yyyy-mm-dd` in New York; absent if it lies after the last day of the bars. */
  readonly date?: string
  /** Last trading day before it, `yyyy-mm-dd`. */
  readonly after: string
  /**
   * `unlisted`: the closes are adjusted for a split that is not listed. `unapplied`: the closes are
   * not adjusted for a listed split. `ratio`: they are adjusted by another ratio than the listed one.
   */
  readonly kind: "unlisted" | "unapplied" | "ratio"
  /** Listed ratio in lowest terms, the product of all splits between the two days; 1 to 1 without one. */
  readonly expected: Shares
  /** Simplest ratio that explains the rounded closes; 1 to 1 if nothing changes there. */
  readonly found: Shares
  /** Description of the difference in one sentence. */
  readonly message: string
}

/** Input of the comparison. */
export interface Input extends Options {
  /** Raw daily bars of a stock (`adjusted: false`), in any order. */
  readonly raw: Iterable<Pick<Bar, "timestamp" | "close">>
  /** The same days, adjusted by the service (`adjusted: true`). */
  readonly adjusted: Iterable<Pick<Bar, "timestamp" | "close">>
  /** All splits that the service lists for the stock. */
  readonly splits: Splits
}

/** Range of a number, both bounds included. */
interface Interval {
  readonly least: number
  readonly most: number
}

/**
 * Maximum rounding error of the service's adjusted prices, in dollars: half of the last decimal
 * plus the error of binary fractions.
 */
const rounding = (close: number) => 0.5 * 10 ** -stocks.decimals + close * 1e-12

/** Day with the listed ratio for its close, and the factor by which the service's adjusted close differs from it. */
interface Day {
  readonly date: string
  readonly expected: Shares
  readonly unexplained: Interval
}

/** Latest day first. Closes within the rounding error are skipped. */
const daysOf = ({ adjusted, raw, splits, ...options }: Input): ReadonlyArray<Day> => {
  // By day: the daily market summary stamps its bars with the close, not with the start of the day.
  // protects: Closes are compared by day, whatever stamp their bars have.
  // mutant: "is compared by day": dateOf(stocks.zone, timestamp → String(timestamp
  const closes = new Map(Array.from(raw, ({ close, timestamp }) => [dateOf(stocks.zone, timestamp), close]))
  // A clock may be behind: the days of the bars have come.
  const latest = [...closes.keys()].reduce((one, other) => (other > one ? other : one), today())
  const expectedAt = partAt(Either.getOrThrowWith(ofSplits(splits, { ...options, today: latest }), (error) => error))
  return Array.from(adjusted)
    .sort((one, other) => other.timestamp - one.timestamp)
    .flatMap(({ close, timestamp }) => {
      const date = dateOf(stocks.zone, timestamp)
      const traded = closes.get(date)
      const error = rounding(close)
      if (traded === undefined || close <= error) return []
      const { from, to } = expectedAt(timestamp)
      const expected = (traded * from) / to
      const unexplained = { least: (close - error) / expected, most: (close + error) / expected }
      return [{ date, expected: { from, to }, unexplained }]
    })
}

/** Consecutive days whose closes differ from the expected ones by the same factor. */
interface Stretch extends Interval {
  readonly first: Day | undefined
  readonly last: Day | undefined
}

/** Each day narrows the factor down, until one contradicts the later days. After the last day nothing is adjusted. */
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

/** Returns the fraction with the smallest terms in an interval of positive numbers (Stern and Brocot). */
const simplest = ({ least, most }: Interval): Shares => {
  const whole = Math.ceil(least)
  if (whole <= most) return { from: 1, to: whole }
  const below = whole - 1
  const { from, to } = simplest({ least: 1 / (most - below), most: 1 / (least - below) })
  return { from: to, to: below * to + from }
}

const oneToOne: Shares = { from: 1, to: 1 }

/** Reduces a fraction to lowest terms. */
const reduced = ({ from, to }: Shares): Shares =>
  simplest({ least: (to / from) * (1 - 1e-12), most: (to / from) * (1 + 1e-12) })

const differenceOf = (before: Stretch, since: Stretch): SplitDifference => {
  const { date: after, expected: earlier } = before.last!
  const { date, expected: later } = since.first ?? { date: undefined, expected: oneToOne }
  const expected = reduced({ from: earlier.from * later.to, to: earlier.to * later.from })
  const listed = expected.to / expected.from
  const found = simplest({
    least: (listed * since.least) / before.most,
    most: (listed * since.most) / before.least,
  })
  const kind = listed === 1 ? "unlisted" : found.from === found.to ? "unapplied" : "ratio"
  const place = date === undefined ? `after ${after}` : `between ${after} and ${date}`
  const message = {
    unlisted: `${place}, the adjusted closes show a split of ${found.from} to ${found.to} that is not listed`,
    unapplied: `${place}, a split of ${expected.from} to ${expected.to} is listed, but the adjusted closes show none`,
    ratio: `${place}, a split of ${expected.from} to ${expected.to} is listed, but the adjusted closes show ${found.from} to ${found.to}`,
  }[kind]
  return { ...(date === undefined ? {} : { date }), after, kind, expected, found, message }
}

/**
 * Compares the service's raw and adjusted daily closes with its list of splits, within its rounding
 * to four decimals, and returns each difference, in ascending time; none if they agree. A split that
 * the service applies some days off its date gives two differences. Days in only one of the two
 * inputs are not compared. Splits after `asOf` (default: today in New York, by the `Clock`) are not
 * expected: the service lists splits before they happen. Throws `InvalidAction`, as `Adjust.splits`.
 */
export const find = (input: Input): ReadonlyArray<SplitDifference> => {
  const stretches = stretchesOf(daysOf(input))
  return stretches
    .slice(1)
    .map((before, index) => differenceOf(before, stretches[index]!))
    .reverse()
}

/**
 * Compares the `historical_adjustment_factor` of each split with the product of the ratios from its day on, in
 * ascending time by ticker. A difference tells of a list that is cut short, of a split that is listed twice or not at
 * all, or of a wrong ratio. Pass the whole list of a stock; a split that is announced for a later day may have a part
 * in the factors or not.
 */
export const factors: (splits: internal.ListedSplits) => ReadonlyArray<internal.FactorDifference> = (splits) =>
  internal.differences(splits, {})
