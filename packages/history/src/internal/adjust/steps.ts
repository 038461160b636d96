/** Adjustments of a stock's bars, as steps in time: from splits, from dividends, or from both. */
import * as Param from "@candela/core/declare/Param"
import { stocks } from "@candela/market/Market"
import { midnight } from "@candela/market/TimeZone"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { InvalidAction } from "../../InvalidAction.js"
import { type Dividends, isDate, type Splits, validFactor, type ValidSplit, validSplits } from "./actions.js"
import { today as currentDate } from "./today.js"

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
export interface AdjustmentStep extends Ratio {
  /** Start (midnight in New York) of the split or ex-dividend date, epoch milliseconds. */
  readonly until: number
}

/**
 * Adjustment of one stock's bars, as plain data. Prices become `price * from / to * factor`,
 * volumes `volume * to / from`.
 */
export interface Adjustment {
  /** Steps in ascending time, with distinct `until`. Bars after the last step stay unchanged. */
  readonly steps: ReadonlyArray<AdjustmentStep>
  /**
   * Whether splits are applied, to bars as traded, or taken out again of adjusted bars. Absent if splits have no part
   * in it.
   */
  readonly splits?: "applied" | "removed"
  /**
   * Start of the day of the first split that was left out because its day has not come by the clock, epoch
   * milliseconds. Bars from it on show that the clock is behind, and are refused. Absent with `asOf`.
   */
  readonly announced?: number
}

/** Selection of the splits and dividends that apply. */
export interface Options {
  /**
   * Day as of which bars are adjusted: `"2024-01-31"`, a `Date` (its UTC date) or a `DateTime`. Later splits and
   * dividends do not apply. Default: splits apply as of today in New York, by the `Clock`; of dividends all listed
   * ones apply.
   */
  readonly asOf?: Param.DateInput | undefined
}

/**
 * Options with today's date where another clock than the `Clock` knows it: that of the service that listed the
 * splits.
 */
export interface Dated extends Options {
  readonly today?: string | undefined
}

const decodeDate = /* @__PURE__ */ Schema.decodeUnknownSync(Param.Date.input)

/** Returns the last day whose splits apply. */
export const lastDay = ({ asOf, today = currentDate() }: Dated): string =>
  asOf === undefined ? today : decodeDate(asOf)

const inOrder = (byDate: ReadonlyMap<string, Ratio>): Adjustment => ({
  steps: Array.from(byDate, ([date, ratio]) => ({ until: midnight(stocks.zone, date), ...ratio })).sort(
    (one, other) => one.until - other.until,
  ),
})

const neutral: Ratio = { from: 1, to: 1, factor: 1 }

const since = (announced: number | undefined) => (announced === undefined ? {} : { announced })

/** Adjustment without steps. */
export const none: Adjustment = { steps: [] }

/**
 * Latest first. Splits of one day are ordered too, so that the rounding of their product does not
 * depend on the order of the list.
 */
const latestFirst = (one: ValidSplit, other: ValidSplit): number =>
  one.date === other.date ? other.from - one.from || other.to - one.to : one.date < other.date ? 1 : -1

/** The ratio before each split is the product of it and of all later ones. */
export const ofSplits = (splits: Splits, options: Dated = {}): Either.Either<Adjustment, InvalidAction> => {
  const last = lastDay(options)
  let announced: string | undefined
  const applies = (date: string) => {
    // protects: As of a day, and by default as of today, splits after it do not apply.
    // mutant: "only what had happened by then applies": always
    if (date <= last) return true
    if (options.asOf === undefined && isDate(date) && !(announced! <= date)) announced = date
    return false
  }
  return Either.map(validSplits(splits, applies), (applied) => {
    const byDate = new Map<string, Ratio>()
    let product = neutral
    for (const { date, from, to } of [...applied].sort(latestFirst)) {
      product = { ...neutral, from: product.from * from, to: product.to * to }
      // Splits that undo each other leave prices unchanged to the last bit.
      byDate.set(date, product.from === product.to ? neutral : product)
    }
    return {
      ...inOrder(byDate),
      splits: "applied",
      ...since(announced === undefined ? undefined : midnight(stocks.zone, announced)),
    }
  })
}

/**
 * Listed factors include all later dividends. As of a day, the dividends after it are divided out: the factor of the
 * first dividend after that day. A dividend without a valid factor is rejected where prices depend on it: not if it
 * is announced for a later day, which changes no price yet.
 */
export const ofDividends = (dividends: Dividends, options: Dated = {}): Either.Either<Adjustment, InvalidAction> => {
  const { today = currentDate() } = options
  const asOf = options.asOf === undefined ? undefined : decodeDate(options.asOf)
  const byDate = new Map<string, Ratio>()
  let first: string | undefined
  let later = 1
  /** First dividend after `asOf` that has happened, and lacks its factor. */
  let lacking: InvalidAction | undefined
  let lackingOn = "~"
  for (const dividend of dividends) {
    const { ex_dividend_date: date } = dividend
    const valid = validFactor(dividend)
    const applies = date === undefined || asOf === undefined || date <= asOf
    if (Either.isLeft(valid)) {
      // protects: A dividend without a factor is told.
      // mutant: "is told: a dividend that prices depend on": removed
      if (applies && (date === undefined || asOf !== undefined || date <= today)) return Either.left(valid.left)
      if (!applies && date <= today && !(lackingOn <= date)) [lacking, lackingOn] = [valid.left, date]
      continue
    }
    const factor = valid.right
    // Among dividends of one day, the smallest factor includes the others.
    if (applies) {
      byDate.set(date!, { ...neutral, factor: Math.min(factor, byDate.get(date!)?.factor ?? Infinity) })
    } else if (first === undefined || date < first) {
      first = date
      later = factor
    } else if (date === first) later = Math.min(factor, later)
  }
  if (lacking !== undefined && first !== undefined && lackingOn < first) return Either.left(lacking)
  const { steps } = inOrder(byDate)
  // protects: As of a day, dividends after it are taken out of the listed factors.
  // mutant: "only what had happened by then applies": without / later
  return Either.right({ steps: steps.map((step) => ({ ...step, factor: step.factor / later })) })
}

const before = ({ steps }: Adjustment, until: number): Ratio => steps.find((step) => step.until >= until) ?? neutral

/** Combines an adjustment with another one on top of it. */
export const combine = (one: Adjustment, other: Adjustment): Adjustment => {
  const untils = new Set([...one.steps, ...other.steps].map(({ until }) => until))
  const splits = one.splits ?? other.splits
  return {
    ...(splits === undefined ? {} : { splits }),
    ...since(one.announced ?? other.announced),
    steps: Array.from(untils)
      .sort((first, second) => first - second)
      .map((until) => {
        const [a, b] = [before(one, until), before(other, until)]
        return { until, from: a.from * b.from, to: a.to * b.to, factor: a.factor * b.factor }
      }),
  }
}

/** Returns the inverse of an adjustment. */
export const inverse = ({ announced, splits, steps }: Adjustment): Adjustment => ({
  ...since(announced),
  ...(splits === undefined ? {} : { splits: splits === "applied" ? "removed" : "applied" }),
  steps: steps.map(({ factor, from, to, until }) => ({ until, from: to, to: from, factor: 1 / factor })),
})

/** Step with its start: it applies from `start` (included) to `until` (not included). */
export interface StepSpan extends AdjustmentStep {
  readonly start: number
  /** As in {@link Adjustment}. */
  readonly splits: Adjustment["splits"]
  /** Whether a split of its start was left out by the clock. */
  readonly isAnnounced: boolean
}

/**
 * Returns the part of time that contains an instant (epoch milliseconds). Bars mostly ascend in
 * time: the previous bar's part is tried first.
 */
export const partAt = ({ announced = Infinity, splits, steps }: Adjustment): ((timestamp: number) => StepSpan) => {
  const all = [...steps, { until: Infinity, ...neutral }]
  const at = all.findIndex(({ until }) => until > announced)
  // The part of an announced split is cut at its day, for what begins before.
  if (at >= 0) all.splice(at, 0, { ...all[at]!, until: announced })
  const parts = all.map((step, index) => {
    const start = all[index - 1]?.until ?? -Infinity
    return { ...step, start, splits, isAnnounced: start >= announced }
  })
  let index = 0
  return (timestamp) => {
    while (timestamp < parts[index]!.start) index--
    while (timestamp >= parts[index]!.until) index++
    return parts[index]!
  }
}

/** Adjustment for the given lists of one stock; an absent list has no part in it. */
export const of = (
  { dividends, splits }: { readonly splits?: Splits | undefined; readonly dividends?: Dividends | undefined },
  options: Dated = {},
): Either.Either<Adjustment, InvalidAction> => {
  const absent = Either.right(none)
  return Either.map(
    Either.all([
      splits === undefined ? absent : ofSplits(splits, options),
      dividends === undefined ? absent : ofDividends(dividends, options),
    ]),
    ([one, other]) => combine(one, other),
  )
}
