/**
 * Bars in the snapshots of currency pairs, national and crypto: the day so far, the latest minute, and the day before.
 *
 * `day` and `min` are cleared at 00:00 New York and fill again from 04:00. The days are those of
 * the pairs' bars, in UTC: `day` is the newest one with data from after the clearing. The values
 * equal the bars of that day, that minute and the day before, as seen at the same time.
 *
 * @module
 */
import type { Market } from "@candela/market/Market"
import { dayMillis, dayOf, offsetAt, startOfDay } from "@candela/market/TimeZone"
import { Effect } from "effect"
import { type BaseBar, combine } from "../bars/BaseBar.js"
import type { Store, StoreError } from "../../store/Store.js"
import * as TickerBars from "./TickerBars.js"

/** Bars of a pair. */
export interface PairDay {
  /** Day so far; absent while it is cleared. */
  readonly day: BaseBar | undefined
  /** Latest minute of the day; absent while it is cleared. */
  readonly min: BaseBar | undefined
  /** Day before: the last one with data. */
  readonly prevDay: BaseBar | undefined
  /** Newest minute; present even while the day is cleared. */
  readonly newest: BaseBar | undefined
  /** End of the newest minute, epoch milliseconds. */
  readonly updated: number | undefined
}

const newYork = "America/New_York"
const minute = 60_000

/** Time at which snapshots fill again: 04:00. */
const filling = 4 * 60 * minute

/** Last clearing before an instant, and whether snapshots have filled again since. */
const clearingAt = (instant: number) => ({
  cleared: startOfDay(newYork, dayOf(newYork, instant)),
  filled: (instant + offsetAt(newYork, instant)) % dayMillis >= filling,
})

/** Bars of pairs of a market as seen at an instant (epoch milliseconds). */
export const read = (options: {
  readonly market: Market
  readonly tickers: ReadonlyArray<string>
  readonly visible: number
}): Effect.Effect<ReadonlyMap<string, PairDay>, StoreError, Store> =>
  Effect.gen(function* () {
    const { market, tickers, visible } = options
    const { cleared, filled } = clearingAt(visible)
    const today = startOfDay(market.zone, dayOf(market.zone, visible))
    const barsOf = yield* TickerBars.read({ tickers, from: today, today, visible })
    return new Map(
      tickers.map((ticker): readonly [string, PairDay] => {
        const { days, minutes, newest } = barsOf(ticker)
        const current = minutes.length === 0 ? undefined : combine(minutes, today, market.decimals)
        const [last, before] = [...(current === undefined ? [] : [current]), ...days]
        // In New York's evening the UTC day is over, but its bar is still shown.
        const isToday = current !== undefined || (newest !== undefined && newest.t >= cleared)
        const shown = isToday && filled
        const pairDay: PairDay = {
          day: shown ? last : undefined,
          min: shown ? newest : undefined,
          prevDay: isToday ? before : last,
          newest,
          updated: newest && newest.t + minute,
        }
        return [ticker, pairDay]
      }),
    )
  })
