/**
 * Volume-weighted average price of futures bars.
 *
 * The specification's rule (Futures aggregate bar): over any span it equals the sum of
 * `dollar_volume` divided by the sum of `volume`. So bars of any resolution yield the average of
 * the time that they cover together, never an average of averages.
 *
 * @module
 */
import type { FuturesBar } from "./Bars.js"

/** Input of an average: a chunk of columns from `bars.columns`. */
export interface Volumes {
  /** Number of bars. */
  readonly length: number
  /** Sum of price times size, in the product's price quotation, and number of contracts traded. */
  readonly columns: { readonly dollar_volume: Float64Array; readonly volume: Float64Array }
}

const average = (paid: number, traded: number) => (traded === 0 || Number.isNaN(paid) ? undefined : paid / traded)

/**
 * Returns the volume-weighted average price of bars, in the product's price quotation: the sum of `dollar_volume`
 * divided by the sum of `volume`. `undefined` if nothing was traded, or if a bar lacks its `dollar_volume`.
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
