/**
 * Volume-weighted average price of bars.
 *
 * @module
 */

/** Columns of a chunk of bars, as returned by `bars.columns`. */
export interface PricedVolumes {
  /** Number of bars. */
  readonly length: number
  /** Volumes, and prices in one currency. */
  readonly columns: { readonly volume: Float64Array; readonly close: Float64Array; readonly vwap?: Float64Array }
}

/**
 * Returns the volume-weighted average price of a chunk of bars, in the currency of the prices: the
 * sum of each bar's volume times its volume-weighted average price (or its close, if it has none),
 * divided by the sum of the volumes. `undefined` if nothing was traded.
 */
export const ofColumns = ({ columns: { close, volume, vwap }, length }: PricedVolumes): number | undefined => {
  let traded = 0
  let paid = 0
  for (let i = 0; i < length; i++) {
    const own = vwap?.[i] ?? NaN
    traded += volume[i]!
    paid += volume[i]! * (Number.isNaN(own) ? close[i]! : own)
  }
  return traded === 0 ? undefined : paid / traded
}
