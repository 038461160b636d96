/** Splits and dividends as they are listed: which are valid, and which are the same one. */
import { dateOfDay, dayNumber } from "@candela/market/TimeZone"
import type { Dividend } from "@candela/stocks/Dividends"
import type { Split } from "@candela/stocks/Splits"
import * as Either from "effect/Either"
import { InvalidAction } from "../../InvalidAction.js"

/** Splits of a stock, in any order: the fields of `Split` that adjust bars. */
export type Splits = Iterable<
  Pick<Split, "id" | "execution_date" | "split_from" | "split_to"> & {
    readonly ticker?: string
    readonly ex_dividend_date?: never
  }
>

/** Dividends of a stock, in any order: the fields of `Dividend` that adjust prices. */
export type Dividends = Iterable<
  Pick<Dividend, "ex_dividend_date" | "historical_adjustment_factor"> & {
    readonly id?: string
    readonly ticker?: string
    readonly execution_date?: never
  }
>

type ListedSplit = Splits extends Iterable<infer A> ? A : never
type ListedDividend = Dividends extends Iterable<infer A> ? A : never

/** A valid split. */
export interface ValidSplit {
  readonly date: string
  readonly from: number
  readonly to: number
}

/** Whether a text is a date, `yyyy-mm-dd`. */
export const isDate = (text: string): boolean => {
  const day = dayNumber(text)
  return Number.isInteger(day) && dateOfDay(day) === text
}

const isPositive = (value: number | undefined): value is number => value !== undefined && value > 0 && value < Infinity

const shown = (value: number | undefined) => (value === undefined ? "absent" : String(value))

const named = ({ id, ticker }: { readonly id?: string; readonly ticker?: string }, date: string | undefined) => ({
  ...(id === undefined ? {} : { id }),
  ...(ticker === undefined ? {} : { ticker }),
  ...(date === undefined ? {} : { date }),
})

const invalidSplit = (split: ListedSplit, detail: string) =>
  new InvalidAction({ action: "split", detail, ...named(split, split.execution_date) })

/** Checks a split's date and ratio. */
export const validSplit = (split: ListedSplit): Either.Either<ValidSplit, InvalidAction> => {
  const { execution_date: date, split_from: from, split_to: to } = split
  if (date === undefined || !isDate(date)) {
    return Either.left(invalidSplit(split, `its execution_date is ${date === undefined ? "absent" : "not a date"}`))
  }
  return isPositive(from) && isPositive(to)
    ? Either.right({ date, from, to })
    : Either.left(
        invalidSplit(
          split,
          `its ratio is ${shown(to)} for ${shown(from)}, and both numbers of shares must be positive and finite`,
        ),
      )
}

/**
 * Whether two splits are the same one, listed twice: under other ids, as 10 for 5 and 2 for 1, or as 1 for 3 and
 * 0.333333 for 1: listed ratios may be rounded to six digits.
 */
export const isSame = (one: ValidSplit, other: ValidSplit): boolean => {
  const [left, right] = [one.from * other.to, other.from * one.to]
  // protects: Two splits of one day with different ratios both apply.
  // mutant: "is the same split a second time": <= 2e-6 * left → < Infinity
  return one.date === other.date && Math.abs(left - right) <= 2e-6 * left
}

/**
 * Returns the splits that apply, each once. Two splits of one day with different ratios both apply. Those that do not
 * apply are not checked: an announced split may lack its ratio.
 */
export const validSplits = (
  splits: Splits,
  applies: (date: string) => boolean,
): Either.Either<ReadonlyArray<ValidSplit>, InvalidAction> => {
  const byId = new Map<string, ValidSplit>()
  const byDate = new Map<string, Array<ValidSplit>>()
  for (const split of splits) {
    const { execution_date: date, id } = split
    if (date !== undefined && !applies(date)) continue
    const valid = validSplit(split)
    // protects: A split without a ratio is told.
    // mutant: "is told: a split that applies": return Either.left(valid.left) → continue
    if (Either.isLeft(valid)) return Either.left(valid.left)
    const known = id === undefined ? undefined : byId.get(id)
    if (known !== undefined && !isSame(known, valid.right)) {
      return Either.left(invalidSplit(split, "another split is listed under the same id"))
    }
    if (id !== undefined) byId.set(id, valid.right)
    const ofDay = byDate.get(valid.right.date) ?? []
    const at = ofDay.findIndex((other) => isSame(other, valid.right))
    // protects: A split that is listed twice, under any id, applies once.
    // mutant: "is the same split a second time": always
    if (at < 0) ofDay.push(valid.right)
    // In lower terms, so that the last bits of products do not depend on the order of the list.
    else if (valid.right.from < ofDay[at]!.from) ofDay[at] = valid.right
    byDate.set(valid.right.date, ofDay)
  }
  return Either.right([...byDate.values()].flat())
}

/** Checks a dividend's date and factor; returns the factor. */
export const validFactor = (dividend: ListedDividend): Either.Either<number, InvalidAction> => {
  const { ex_dividend_date: date, historical_adjustment_factor: factor } = dividend
  const invalid = (detail: string) =>
    Either.left(new InvalidAction({ action: "dividend", detail, ...named(dividend, date) }))
  if (date === undefined || !isDate(date)) {
    return invalid(`its ex_dividend_date is ${date === undefined ? "absent" : "not a date"}`)
  }
  return isPositive(factor)
    ? Either.right(factor)
    : invalid(`its historical_adjustment_factor is ${shown(factor)}, and must be positive and finite`)
}
