/**
 * Companies that changed their ticker, and one whose ticker another company took. Symbols, names and dates are real:
 * Facebook became Meta Platforms on 2022-06-09, before any data set begins; Healthpeak took the ticker of Physicians
 * Realty Trust, which it had bought, on 2024-03-04. The last two have bars, and none of the further facts of the other
 * stocks.
 *
 * @module
 */
import type { Profile } from "./profiles.js"

/** Change of a company's ticker. */
export interface Rename {
  /** The ticker before. */
  readonly former: string
  /** First day under the present one. */
  readonly date: string
}

/** Changes by the present ticker. */
export const renames: Readonly<Record<string, Rename>> = {
  DOC: { former: "PEAK", date: "2024-03-04" },
  META: { former: "FB", date: "2022-06-09" },
}

const reit = { type: "CS", exchange: "XNYS", volatility: 0.015, tradeSize: 80 } as const

/** A company that has a ticker no more which another one has now. */
export const formerHolder: Profile = {
  ...reit,
  ...{ ticker: "DOC", name: "Physicians Realty Trust", listed: "2013-07-19", delisted: "2024-03-04" },
  ...{ price: 14, volume: 2_500_000 },
}

/** A company that changed its ticker in the time of the data sets. */
export const renamed: Profile = {
  ...reit,
  ...{ ticker: "DOC", name: "Healthpeak Properties, Inc.", listed: "1985-05-23", price: 20, volume: 4_500_000 },
}
