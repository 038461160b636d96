/** Caller's knowledge of tickers: splits and listings, by ticker. */
import { dayNumber, midnight, startOfDay } from "@candela/market/TimeZone"
import type { Options } from "./options.js"
import type { Knowledge, Listed } from "./checker.js"
import type { Split } from "./levels.js"
import { type MarketName, markets } from "./slots.js"

const always: Listed = { from: -Infinity, to: Infinity }

/** Splits without a ticker apply to every checked ticker. */
const ofTicker = <A extends { readonly ticker?: string | undefined }>(all: ReadonlyArray<A>, ticker: string) =>
  all.filter((one) => one.ticker === undefined || one.ticker === ticker)

export const make = (market: MarketName, { jump = 1.4, listings = [], splits = [] }: Options): Knowledge => {
  const { zone } = markets[market]
  const allSplits = [...splits]
  const allListings = [...listings]
  const splitOf = ({ execution_date, split_from, split_to }: (typeof allSplits)[number]): ReadonlyArray<Split> =>
    execution_date === undefined || !(split_from! > 0) || !(split_to! > 0)
      ? []
      : [{ at: midnight(zone, execution_date), ratio: split_to! / split_from! }]
  const listedOf = ({ delisted_utc, list_date }: (typeof allListings)[number]): Listed => ({
    from: list_date === undefined ? -Infinity : midnight(zone, list_date),
    // The text is a date with midnight UTC behind it, or an instant of that day.
    to: delisted_utc === undefined ? Infinity : startOfDay(zone, dayNumber(delisted_utc.slice(0, 10)) + 1),
  })
  return {
    jump,
    splits: (ticker) =>
      ofTicker(allSplits, ticker)
        .flatMap(splitOf)
        .sort((one, other) => one.at - other.at),
    listed: (ticker) =>
      ofTicker(allListings, ticker)
        .map(listedOf)
        .reduce((one, other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }), always),
  }
}
