/**
 * Price change in a range.
 *
 * @module
 */
import type { Candle } from "@candela/market/Candles"

/** First and last price of a change. */
export interface Change {
  /** Last close before the range, or the first open if the bars begin later than the range. */
  readonly from: number
  /** Latest close. */
  readonly to: number
  /** Local time of the first bar, if the bars begin later than the range. */
  readonly since?: number
}

const millisOfDay = 86_400_000

/**
 * Returns the change that some bars show, of a range that begins at a local time. `days` are daily bars that begin
 * earlier, possibly none: bars of hours may begin later than those of days.
 */
export const change = (
  candles: ReadonlyArray<Candle>,
  days: ReadonlyArray<Candle>,
  begin: number,
): Change | undefined => {
  const [first] = candles
  if (first === undefined) return undefined
  const to = candles.at(-1)!.close
  const inRange = days.findIndex(({ time }) => time >= begin)
  const firstDay = days[inRange]
  if (firstDay !== undefined && first.time >= firstDay.time + millisOfDay)
    return { from: first.open, to, since: first.time }
  return { from: days[inRange - 1]?.close ?? first.open, to }
}
