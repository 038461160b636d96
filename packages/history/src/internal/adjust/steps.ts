/** What adjusts a stock's bars, as steps in time: from splits, from dividends, or from both. */
import * as Param from "@candela/core/Param"
import { stocks } from "@candela/market/Market"
import { midnight } from "@candela/market/TimeZone"
import type { Dividend } from "@candela/stocks/Dividends"
import type { Split } from "@candela/stocks/Splits"
import * as Schema from "effect/Schema"

/** How many shares became how many, and what dividends left of a price. */
export interface Ratio {
  /** So many shares of the bar's day ... */
  readonly from: number
  /** ... are so many shares of the day as of which the bars are adjusted. */
  readonly to: number
  /** What dividends left of a price of 1, beside the splits. */
  readonly factor: number
}

/** The ratio of the bars that begin before an instant, and not before that of the step before. */
export interface Step extends Ratio {
  /** Midnight in New York, epoch milliseconds, at which the split or the ex-dividend date begins. */
  readonly until: number
}

/** What adjusts the bars of one stock: plain data. Prices become `price * from / to * factor`, volumes `volume * to / from`. */
export interface Adjustment {
  /** In the order of time, each with another `until`. Bars after the last step stay as they are. */
  readonly steps: ReadonlyArray<Step>
}

/** The splits of a stock, in any order: what `Split` says of them that adjusts bars. */
export type Splits = Iterable<Pick<Split, "id" | "execution_date" | "split_from" | "split_to">>

/** The dividends of a stock, in any order: what `Dividend` says of them that adjusts prices. */
export type Dividends = Iterable<Pick<Dividend, "ex_dividend_date" | "historical_adjustment_factor">>

/** Which splits and dividends apply. */
export interface Options {
  /**
   * The day as of which bars are adjusted: `"2024-01-31"`, a `Date` (its UTC date) or a `DateTime`. What comes after it does not apply. Default: all that is
   * listed applies.
   */
  readonly asOf?: Param.DateInput | undefined
}

const decodeDate = /* @__PURE__ */ Schema.decodeUnknownSync(Param.Date.input)

/** Tells whether what happens on a date has happened by the day of the options. */
const happenedBy = ({ asOf }: Options): ((date: string) => boolean) => {
  if (asOf === undefined) return () => true
  const day = decodeDate(asOf)
  return (date) => date <= day
}

const inOrder = (byDate: ReadonlyMap<string, Ratio>): Adjustment => ({
  steps: Array.from(byDate, ([date, ratio]) => ({ until: midnight(stocks.zone, date), ...ratio })).sort(
    (one, other) => one.until - other.until,
  ),
})

const neutral: Ratio = { from: 1, to: 1, factor: 1 }

/** Nothing to adjust. */
export const none: Adjustment = { steps: [] }

interface Applied {
  readonly date: string
  readonly from: number
  readonly to: number
}

const isPositive = (shares: number | undefined): shares is number => shares !== undefined && shares > 0

/** The latest first. Those of one day have an order too, so that no rounding of their product depends on the order of the list. */
const latestFirst = (one: Applied, other: Applied): number =>
  one.date === other.date ? other.from - one.from || other.to - one.to : one.date < other.date ? 1 : -1

/** Before each split, shares are those of the product of it and of all later ones. */
export const ofSplits = (splits: Splits, options: Options = {}): Adjustment => {
  const applies = happenedBy(options)
  const seen = new Set<string>()
  const applied: Array<Applied> = []
  for (const { execution_date: date, id, split_from: from, split_to: to } of splits) {
    if (id !== undefined && seen.has(id)) continue
    if (id !== undefined) seen.add(id)
    if (date !== undefined && isPositive(from) && isPositive(to) && applies(date)) applied.push({ date, from, to })
  }
  const byDate = new Map<string, Ratio>()
  let product = neutral
  for (const { date, from, to } of applied.sort(latestFirst)) {
    product = { ...neutral, from: product.from * from, to: product.to * to }
    byDate.set(date, product)
  }
  return inOrder(byDate)
}

/**
 * The factors as listed hold all dividends since. As of a day, what came later is divided out: it is the factor of the first dividend after that day.
 */
export const ofDividends = (dividends: Dividends, options: Options = {}): Adjustment => {
  const applies = happenedBy(options)
  const byDate = new Map<string, Ratio>()
  let first: string | undefined
  let later = 1
  for (const { ex_dividend_date: date, historical_adjustment_factor: factor } of dividends) {
    if (date === undefined || !isPositive(factor)) continue
    // Of those of one day, the smallest holds the others.
    if (applies(date)) {
      byDate.set(date, { ...neutral, factor: Math.min(factor, byDate.get(date)?.factor ?? Infinity) })
    } else if (first === undefined || date < first) {
      first = date
      later = factor
    } else if (date === first) later = Math.min(factor, later)
  }
  const { steps } = inOrder(byDate)
  return { steps: steps.map((step) => ({ ...step, factor: step.factor / later })) }
}

const before = ({ steps }: Adjustment, until: number): Ratio => steps.find((step) => step.until >= until) ?? neutral

/** One adjustment and another one on top of it. */
export const combine = (one: Adjustment, other: Adjustment): Adjustment => {
  const untils = new Set([...one.steps, ...other.steps].map(({ until }) => until))
  return {
    steps: Array.from(untils)
      .sort((first, second) => first - second)
      .map((until) => {
        const [a, b] = [before(one, until), before(other, until)]
        return { until, from: a.from * b.from, to: a.to * b.to, factor: a.factor * b.factor }
      }),
  }
}

/** What takes an adjustment back. */
export const inverse = ({ steps }: Adjustment): Adjustment => ({
  steps: steps.map(({ factor, from, to, until }) => ({ until, from: to, to: from, factor: 1 / factor })),
})

/** A step with where it begins: its own instants are those from `start` (included) to `until` (not included). */
export interface Part extends Step {
  readonly start: number
}

/** The part of time that an instant (epoch milliseconds) lies in. Bars mostly come in the order of time: the part of the one before is tried first. */
export const partAt = ({ steps }: Adjustment): ((timestamp: number) => Part) => {
  const parts = [...steps, { until: Infinity, ...neutral }].map((step, index) => ({
    ...step,
    start: steps[index - 1]?.until ?? -Infinity,
  }))
  let index = 0
  return (timestamp) => {
    while (timestamp < parts[index]!.start) index--
    while (timestamp >= parts[index]!.until) index++
    return parts[index]!
  }
}
