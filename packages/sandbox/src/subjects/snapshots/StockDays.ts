/**
 * Bars in the snapshots of stocks: the day so far, its regular session, its latest minute, and the day before.
 *
 * Snapshots are cleared at 03:30 New York and fill again from 04:00. Before the clearing they show
 * the last trading day. Bars are adjusted for the splits up to now: the values equal the bars of
 * that day, that minute and the day before, as seen at the same time.
 *
 * @module
 */
import { stocks } from "@candela/market/Market"
import { dateOf, dayOf, startOfDay } from "@candela/market/TimeZone"
import { Effect } from "effect"
import { session } from "@candela/market/Calendar"
import { type BaseBar, combine } from "../bars/BaseBar.js"
import { splitsFor } from "../bars/Reader.js"
import { adjust } from "../bars/Adjustment.js"
import type { Store, StoreError } from "../../store/Store.js"
import * as TickerBars from "./TickerBars.js"

/** Bars of a stock. */
export interface StockDay {
  /** All trades of the day; absent while it is cleared. */
  readonly day: BaseBar | undefined
  /** Latest minute of the day; absent while it is cleared. */
  readonly min: BaseBar | undefined
  /** Last price before the regular session. */
  readonly early: number | undefined
  /** Last price of the regular session. */
  readonly regular: number | undefined
  /** Last price after the regular session. */
  readonly late: number | undefined
  /** Day before: the last one with data. */
  readonly prevDay: BaseBar | undefined
  /** Newest minute; present even while the day is cleared. */
  readonly newest: BaseBar | undefined
  /** End of the newest minute, epoch milliseconds. */
  readonly updated: number | undefined
}

const { decimals, zone } = stocks

const minute = 60_000

/** Time of the clearing: 03:30. */
const clearing = 3.5 * 60 * minute

/** Midnight of the day that snapshots show at an instant: today, or yesterday before the clearing. */
const shownDay = (instant: number) => startOfDay(zone, dayOf(zone, instant - clearing))

/** Bars of stocks as seen at an instant (epoch milliseconds). */
export const read = (
  tickers: ReadonlyArray<string>,
  visible: number,
): Effect.Effect<ReadonlyMap<string, StockDay>, StoreError, Store> =>
  Effect.gen(function* () {
    const shown = shownDay(visible)
    const today = startOfDay(zone, dayOf(zone, visible))
    const [barsOf, splits] = yield* Effect.all([
      TickerBars.read({ tickers, from: shown, today, visible }),
      splitsFor({ adjusted: true, now: visible, market: stocks }),
    ])
    const { close = Infinity, open = 0 } = session(dateOf(zone, shown)) ?? {}
    return new Map(
      tickers.map((ticker): readonly [string, StockDay] => {
        const stored = barsOf(ticker)
        const adjusted = (bars: ReadonlyArray<BaseBar>) => adjust(bars, splits(ticker))
        const bars = adjusted(stored.minutes)
        const days = adjusted(stored.days)
        // Before the clearing, the shown day is completed and has a stored bar.
        const [over, prevDay] = days[0]?.t === shown ? days : [undefined, days[0]]
        const [newest] = adjusted(stored.newest === undefined ? [] : [stored.newest])
        const day: StockDay = {
          day: over ?? (bars.length === 0 ? undefined : combine(bars, shown, decimals)),
          min: bars.at(-1),
          early: bars.findLast(({ t }) => t < open)?.c,
          regular: bars.findLast(({ t }) => t >= open && t < close)?.c,
          late: bars.findLast(({ t }) => t >= close)?.c,
          prevDay,
          newest,
          updated: newest && newest.t + minute,
        }
        return [ticker, day]
      }),
    )
  })
