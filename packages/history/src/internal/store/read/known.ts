/**
 * Day on which the splits and dividends of a ticker were last requested: adjusted prices of later bars may lack some.
 *
 * @module
 */
import { dateOf, midnight } from "@candela/market/TimeZone"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Manifest } from "../layout/manifest.js"
import { zoneOf } from "../layout/source.js"

/** The year 10000: a list that settled for all of time has no day. */
const lastSettled = 253_402_300_800_000

/**
 * Returns the day on which a list was last requested, `yyyy-mm-dd`; `undefined` before the first
 * time. Stores of earlier versions know when it had settled.
 */
export const at = ({ intervals, knownAt, market }: Manifest): string | undefined => {
  const settled = intervals.at(-1)?.[1]
  return knownAt ?? (settled === undefined || settled > lastSettled ? undefined : dateOf(zoneOf(market), settled - 1))
}

/** Bars of a ticker and its lists. */
export interface Known {
  readonly bars: Manifest
  readonly lists: ReadonlyArray<Manifest>
}

/** Returns the instant of a ticker's last bar; `-Infinity` without bars. */
const lastOf = ({ files }: Manifest): number =>
  Object.values(files).reduce((end, { last }) => Math.max(end, last), -Infinity)

/**
 * Returns the time of a read: the latest of this machine's clock, the last bars, and the days on which the lists were
 * requested. By a clock that is behind, splits that have happened would be left out, and gaps not be told.
 */
export const now = (tickers: ReadonlyArray<Known>): Effect.Effect<number> =>
  Effect.map(Clock.currentTimeMillis, (clock) => {
    const instants = tickers.flatMap(({ bars, lists }) => [
      lastOf(bars),
      ...lists.flatMap((list) => {
        const day = at(list)
        return day === undefined ? [] : midnight(zoneOf(list.market), day)
      }),
    ])
    // protects: A store applies splits that are past by its bars and lists, whatever the clock says.
    // mutant: "apply a split that is past by the store": max(latest, instant → min(Math.max(latest, instant), clock
    return instants.reduce((latest, instant) => Math.max(latest, instant), clock)
  })

/** Warns once where bars before an instant are younger than the lists that adjust them. */
export const warn = (tickers: ReadonlyArray<Known>, before = Infinity): Effect.Effect<void> => {
  const younger = tickers.flatMap(({ bars, lists }) => {
    const last = Math.min(lastOf(bars), before - 1)
    if (!Number.isFinite(last)) return []
    const day = dateOf(zoneOf(bars.market), last)
    return lists.flatMap((list) => {
      const known = at(list)
      // protects: Adjusting bars that are younger than their lists warns.
      // mutant: "reading later bars by them warns": < day → > day
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
