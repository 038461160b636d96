/** Caller's knowledge of tickers: splits and listings, by ticker. */
import { dayNumber, midnight, startOfDay } from "@candela/market/TimeZone"
import * as Either from "effect/Either"
import type { InvalidAction } from "../../InvalidAction.js"
import { isSame, validSplit, type ValidSplit } from "../adjust/actions.js"
import type { Options } from "./options.js"
import type { Knowledge, Listed } from "./checker.js"
import type { Split } from "./levels.js"
import { type MarketName, markets } from "./slots.js"

const always: Listed = { from: -Infinity, to: Infinity }

/** Splits without a ticker apply to every checked ticker. */
const ofTicker = <A extends { readonly ticker?: string | undefined }>(all: ReadonlyArray<A>, ticker: string) =>
  all.filter((one) => one.ticker === undefined || one.ticker === ticker)

/** Returns the errors of the splits that have happened by a day, and cannot be compared with prices. */
export const invalid = ({ splits = [] }: Options, today: string): ReadonlyArray<InvalidAction> =>
  Array.from(splits).flatMap((split) => {
    const valid = validSplit(split)
    return Either.isLeft(valid) && !(split.execution_date! > today) ? [valid.left] : []
  })

export const make = (market: MarketName, { jump = 1.4, listings = [], splits = [] }: Options): Knowledge => {
  const { zone } = markets[market]
  const allSplits = [...splits]
  const allListings = [...listings]
  /** Splits that have happened, each once. */
  const splitsOf = (ticker: string): ReadonlyArray<Split> => {
    const found: Array<ValidSplit> = []
    for (const split of ofTicker(allSplits, ticker)) {
      const valid = validSplit(split)
      if (Either.isRight(valid) && !found.some((other) => isSame(other, valid.right))) found.push(valid.right)
    }
    return found.map(({ date, from, to }) => ({ at: midnight(zone, date), ratio: to / from }))
  }
  const listedOf = ({ delisted_utc, list_date }: (typeof allListings)[number]): Listed => ({
    from: list_date === undefined ? -Infinity : midnight(zone, list_date),
    // The text is a date with midnight UTC behind it, or an instant of that day.
    to: delisted_utc === undefined ? Infinity : startOfDay(zone, dayNumber(delisted_utc.slice(0, 10)) + 1),
  })
  return {
    jump,
    splits: (ticker) => [...splitsOf(ticker)].sort((one, other) => one.at - other.at),
    listed: (ticker) => {
      const found = ofTicker(allListings, ticker).map(listedOf)
      return found.length === 0 ? [always] : found.sort((one, other) => one.from - other.from)
    },
  }
}
