/** Adjustments of a stock's bars, as steps in time: from splits, from dividends, or from both. */
import * as Param from "@candela/core/Param"
import { stocks } from "@candela/market/Market"
import { midnight } from "@candela/market/TimeZone"
import type { Dividend } from "@candela/stocks/Dividends"
import type { Split } from "@candela/stocks/Splits"
import * as Schema from "effect/Schema"

/** Share ratio of splits, and price factor of dividends. */
export interface Ratio {
  /** Number of shares on the bar's day ... */
  readonly from: number
  /** ... and the equivalent number on the day as of which the bars are adjusted. */
  readonly to: number
  /** Price factor of the dividends, apart from the splits. */
  readonly factor: number
}

/** Ratio of the bars that begin before `until`, and not before the previous step's. */
export interface Step extends Ratio {
  /** Start (midnight in New York) of the split or ex-dividend date, epoch milliseconds. */
  readonly until: number
}

/** Adjustment of one stock's bars, as plain data. Prices become `price * from / to * factor`, volumes `volume * to / from`. */
export interface Adjustment {
  /** Steps in ascending time, with distinct `until`. Bars after the last step stay unchanged. */
  readonly steps: ReadonlyArray<Step>
}

/** Splits of a stock, in any order: the fields of `Split` that adjust bars. */
export type Splits = Iterable<
  Pick<Split, "id" | "execution_date" | "split_from" | "split_to"> & { readonly ex_dividend_date?: never }
>

/** Dividends of a stock, in any order: the fields of `Dividend` that adjust prices. */
export type Dividends = Iterable<
  Pick<Dividend, "ex_dividend_date" | "historical_adjustment_factor"> & { readonly execution_date?: never }
>

/** Selection of the splits and dividends that apply. */
export interface Options {
  /**
   * Day as of which bars are adjusted: `"2024-01-31"`, a `Date` (its UTC date) or a `DateTime`. Later splits and dividends do not apply. Default: all listed
   * ones apply.
   */
  readonly asOf?: Param.DateInput | undefined
}

const decodeDate = /* @__PURE__ */ Schema.decodeUnknownSync(Param.Date.input)

/** Whether an event on a date has happened by the day of the options. */
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

/** Adjustment without steps. */
export const none: Adjustment = { steps: [] }

interface Applied {
  readonly date: string
  readonly from: number
  readonly to: number
}

const isPositive = (shares: number | undefined): shares is number => shares !== undefined && shares > 0

/** Latest first. Splits of one day are ordered too, so that the rounding of their product does not depend on the order of the list. */
const latestFirst = (one: Applied, other: Applied): number =>
  one.date === other.date ? other.from - one.from || other.to - one.to : one.date < other.date ? 1 : -1

/** The ratio before each split is the product of it and of all later ones. */
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
    // Splits that undo each other leave prices unchanged to the last bit.
    byDate.set(date, product.from === product.to ? neutral : product)
  }
  return inOrder(byDate)
}

/**
 * Listed factors include all later dividends. As of a day, the dividends after it are divided out: the factor of the first dividend after that day.
 */
export const ofDividends = (dividends: Dividends, options: Options = {}): Adjustment => {
  const applies = happenedBy(options)
  const byDate = new Map<string, Ratio>()
  let first: string | undefined
  let later = 1
  for (const { ex_dividend_date: date, historical_adjustment_factor: factor } of dividends) {
    if (date === undefined || !isPositive(factor)) continue
    // Among dividends of one day, the smallest factor includes the others.
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

/** Combines an adjustment with another one on top of it. */
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

/** Returns the inverse of an adjustment. */
export const inverse = ({ steps }: Adjustment): Adjustment => ({
  steps: steps.map(({ factor, from, to, until }) => ({ until, from: to, to: from, factor: 1 / factor })),
})

/** Step with its start: it applies from `start` (included) to `until` (not included). */
export interface Part extends Step {
  readonly start: number
}

/** Returns the part of time that contains an instant (epoch milliseconds). Bars mostly ascend in time: the previous bar's part is tried first. */
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
