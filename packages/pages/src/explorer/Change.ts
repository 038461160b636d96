/**
 * The change of the price in a range.
 *
 * @module
 */
import type { Candle } from "@candela/market/Candles"

/** The prices between which a range's change is measured. */
export interface Change {
  /** The last close before the range; where the data begin in the range, its first open. */
  readonly from: number
  /** The newest close. */
  readonly to: number
}

/** The change of a range that begins at a local time, by daily candles that begin earlier; `undefined` where no day lies in the range. */
export const change = (days: ReadonlyArray<Candle>, begin: number): Change | undefined => {
  const first = days.findIndex(({ time }) => time >= begin)
  return first === -1 ? undefined : { from: days[first - 1]?.close ?? days[first]!.open, to: days.at(-1)!.close }
}
