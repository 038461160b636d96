/**
 * The volume-weighted average price of futures bars.
 *
 * The specification's rule (Futures aggregate bar): over any span it equals the sum of `dollar_volume` divided by the sum of `volume`. So bars of any
 * resolution give the average of the time that they cover together, and the average of averages is never needed.
 *
 * @module
 */
import type { FuturesBar } from "./Bars.js"

/** What an average needs of a chunk of columns, as `bars.columns` gives it. */
export interface Volumes {
  /** How many bars there are. */
  readonly length: number
  /** What was paid, in the product's price quotation, and the contracts traded. */
  readonly columns: { readonly dollar_volume: Float64Array; readonly volume: Float64Array }
}

const average = (paid: number, traded: number) => (traded === 0 || Number.isNaN(paid) ? undefined : paid / traded)

/**
 * The volume-weighted average price of bars, in the product's price quotation: the sum of `dollar_volume` divided by the sum of `volume`. `undefined` if
 * nothing was traded, or if a bar lacks its `dollar_volume`.
 */
export const ofBars = (bars: Iterable<Pick<FuturesBar, "dollar_volume" | "volume">>): number | undefined => {
  let paid = 0
  let traded = 0
  for (const bar of bars) {
    paid += bar.dollar_volume ?? NaN
    traded += bar.volume
  }
  return average(paid, traded)
}

/** {@link ofBars} for a chunk of columns. */
export const ofColumns = ({ columns: { dollar_volume, volume }, length }: Volumes): number | undefined => {
  let paid = 0
  let traded = 0
  for (let index = 0; index < length; index++) {
    paid += dollar_volume[index]!
    traded += volume[index]!
  }
  return average(paid, traded)
}
