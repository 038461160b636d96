/** Compares the factors that the service lists beside its splits with the product of their ratios. */
import type { Split } from "@candela/stocks/Splits"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { isSame, validSplit, type ValidSplit } from "./actions.js"
import { type Dated, lastDay } from "./steps.js"

/** Splits with their factors. */
export type ListedSplits = Iterable<
  Pick<Split, "ticker" | "id" | "execution_date" | "split_from" | "split_to" | "historical_adjustment_factor">
>

/** Listed factor that is not the product of the ratios from its day on. */
export interface FactorDifference {
  /** Ticker of the split; absent if its row has none. */
  readonly ticker?: string
  /** Execution date of the split, `yyyy-mm-dd`. */
  readonly date: string
  /** Its `historical_adjustment_factor`; the nearest one, if several splits of the day have different ones. */
  readonly listed: number
  /** Product of `split_from / split_to` over this split and all later ones. */
  readonly expected: number
  /** Description of the difference in one sentence. */
  readonly message: string
}

const byTicker = <Row extends { readonly ticker?: string }>(
  rows: Iterable<Row>,
): ReadonlyMap<string | undefined, ReadonlyArray<Row>> => {
  const groups = new Map<string | undefined, Array<Row>>()
  for (const row of rows) groups.set(row.ticker, [...(groups.get(row.ticker) ?? []), row])
  return groups
}

interface Ratio extends ValidSplit {
  readonly factors: ReadonlyArray<number>
}

/** Listed factors have six decimals. */
const isNear = (listed: number, expected: number) => Math.abs(listed - expected) <= 1e-6 + 1e-5 * expected

/** Each split once, with all factors that are listed for it, the latest first. Invalid splits are told elsewhere. */
const ratiosOf = (splits: ListedSplits): ReadonlyArray<Ratio> => {
  const ratios: Array<Ratio> = []
  for (const split of splits) {
    const valid = validSplit(split)
    if (Either.isLeft(valid)) continue
    const own = split.historical_adjustment_factor === undefined ? [] : [split.historical_adjustment_factor]
    const at = ratios.findIndex((other) => isSame(other, valid.right))
    if (at < 0) ratios.push({ ...valid.right, factors: own })
    else ratios[at] = { ...ratios[at]!, factors: [...ratios[at]!.factors, ...own] }
  }
  return ratios.sort((one, other) => (one.date < other.date ? 1 : one.date > other.date ? -1 : 0))
}

const differencesOf = (ticker: string | undefined, splits: ListedSplits, last: string) => {
  const ratios = ratiosOf(splits)
  const found: Array<FactorDifference> = []
  /**
   * Products over all listed splits, and over those that have happened: an announced split may have a part in the
   * factors or not.
   */
  let [all, happened] = [1, 1]
  for (let at = 0, next = 0; at < ratios.length; at = next) {
    const { date } = ratios[at]!
    for (next = at; next < ratios.length && ratios[next]!.date === date; next++) {
      const { from, to } = ratios[next]!
      all *= from / to
      if (date <= last) happened *= from / to
    }
    const factors = ratios.slice(at, next).flatMap(({ factors }) => factors)
    // protects: Factors that are not the product of the listed ratios are told.
    // mutant: "tell of a list that is cut short": isNear(factor, all) || isNear(factor, happened) → factor > 0
    if (factors.length === 0 || factors.some((factor) => isNear(factor, all) || isNear(factor, happened))) continue
    const distance = (factor: number) => Math.abs(factor - happened)
    const listed = factors.reduce((one, other) => (distance(other) < distance(one) ? other : one))
    const message = `the split${ticker === undefined ? "" : ` of ${ticker}`} on ${date} is listed with the factor ${listed}, but the ratios from that day on give ${Number(happened.toPrecision(6))}: a split is missing from the list, listed twice or has another ratio`
    found.push({ ...(ticker === undefined ? {} : { ticker }), date, listed, expected: happened, message })
  }
  return found.reverse()
}

/** Returns the differences of each ticker, in ascending time. */
export const differences = (splits: ListedSplits, options: Dated): ReadonlyArray<FactorDifference> => {
  const last = lastDay({ today: options.today })
  return Array.from(byTicker(splits), ([ticker, splits]) => differencesOf(ticker, splits, last)).flat()
}

/** Logs a warning for each ticker with differences: the first one, and how many there are. */
export const tell = (splits: ListedSplits, options: Dated): Effect.Effect<void> =>
  Effect.suspend(() =>
    Effect.forEach(
      byTicker(differences(splits, options)).values(),
      ([first, ...others]) =>
        Effect.logWarning(
          `Prices are adjusted by the listed ratios, but ${first!.message}.${others.length === 0 ? "" : ` ${others.length} more of its splits differ.`} SplitDifference.factors lists all.`,
        ),
      { discard: true },
    ),
  )
