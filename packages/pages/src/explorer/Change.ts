/**
 * Price change in a range.
 *
 * @module
 */
import type { Candle } from "@candela/market/Candles"

/** First and last price of a range's change. */
export interface Change {
  /** Last close before the range, or its first open if the data begin in the range. */
  readonly from: number
  /** Latest close. */
  readonly to: number
}

/**
 * Returns the change of a range that begins at a local time, from daily candles that begin earlier;
 * `undefined` if no day lies in the range.
 */
export const change = (days: ReadonlyArray<Candle>, begin: number): Change | undefined => {
  const first = days.findIndex(({ time }) => time >= begin)
  return first === -1 ? undefined : { from: days[first - 1]?.close ?? days[first]!.open, to: days.at(-1)!.close }
}
