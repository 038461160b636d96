/**
 * Day on which the splits and dividends of a ticker were last requested: adjusted prices of later bars may lack some.
 *
 * @module
 */
import { dateOf } from "@candela/market/TimeZone"
import * as Effect from "effect/Effect"
import type { Manifest } from "./manifest.js"
import { zoneOf } from "./source.js"

/** Returns the day on which a list was last requested, `yyyy-mm-dd`; `undefined` before the first time. Stores of earlier versions know when it had settled. */
export const at = ({ intervals, knownAt, market }: Manifest): string | undefined => {
  const settled = intervals.at(-1)?.[1]
  return knownAt ?? (settled === undefined ? undefined : dateOf(zoneOf(market), settled - 1))
}

/** Bars of a ticker and its lists. */
export interface Known {
  readonly bars: Manifest
  readonly lists: ReadonlyArray<Manifest>
}

/** Warns once where bars before an instant are younger than the lists that adjust them. */
export const warn = (tickers: ReadonlyArray<Known>, before = Infinity): Effect.Effect<void> => {
  const younger = tickers.flatMap(({ bars, lists }) => {
    const end = Object.values(bars.files).reduce((end, { last }) => Math.max(end, last), -Infinity)
    const last = Math.min(end, before - 1)
    if (!Number.isFinite(last)) return []
    const day = dateOf(zoneOf(bars.market), last)
    return lists.flatMap((list) => {
      const known = at(list)
      return known !== undefined && known < day ? [{ ticker: bars.ticker!, known, day }] : []
    })
  })
  const [first] = younger
  if (first === undefined) return Effect.void
  const others = new Set(younger.map(({ ticker }) => ticker)).size - 1
  const more = others === 0 ? "" : ` (and of ${others} other ${others === 1 ? "ticker" : "tickers"})`
  return Effect.logWarning(
    `Splits and dividends of ${first.ticker}${more} are known up to ${first.known}, its bars reach ${first.day}: later ones are not applied. Sync again.`,
  )
}
