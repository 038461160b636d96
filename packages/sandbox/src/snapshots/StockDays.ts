/**
 * The bars in the snapshots of stocks: the day so far, its regular session, its latest minute, and the day before.
 *
 * Snapshots are cleared at 03:30 New York and fill again from 04:00. Before the clearing they show the last day of trading.
 *
 * @module
 */
import { stocks } from "@candela/market/Market"
import { dateOf, dayMillis, dayOf, startOfDay } from "@candela/market/TimeZone"
import { Effect } from "effect"
import { session } from "../Calendar.js"
import { type BaseBar, combine } from "../bars/BaseBar.js"
import { columns, endOfMinutes, splitsFor } from "../bars/Reader.js"
import { adjustPrice, ratioAt } from "../bars/Splits.js"
import { byTicker, tickerIn } from "../internal/tickerIn.js"
import { Store, type StoreError } from "../Store.js"

/** What is known of a stock's bars. Prices are adjusted for the splits up to now. */
export interface StockDay {
  /** All trades of the day; absent while it is cleared. */
  readonly day: BaseBar | undefined
  /** The latest minute of the day; absent while it is cleared. */
  readonly min: BaseBar | undefined
  /** The last price before the regular session. */
  readonly early: number | undefined
  /** The last price of the regular session. */
  readonly regular: number | undefined
  /** The last price after the regular session. */
  readonly late: number | undefined
  /** The closing price of the day before; absent for a stock that has none. */
  readonly previousClose: number | undefined
  /** When the newest minute ended, epoch milliseconds; also while the day is cleared. */
  readonly updated: number | undefined
}

interface TickerBar extends BaseBar {
  readonly ticker: string
}

interface Close {
  readonly ticker: string
  readonly t: number
  readonly close: number
}

const minute = 60_000

/** The newest minute is looked for in the last ten days: there is no longer pause in trading. */
const recent = BigInt(10 * dayMillis)

/** Half past three, after midnight. */
const clearing = 3.5 * 60 * minute

/** The day that snapshots show at an instant, as its midnight: today, or before the clearing yesterday. */
const shownDay = (instant: number) => startOfDay(stocks.zone, dayOf(stocks.zone, instant - clearing))

/** The bars of stocks as seen at an instant (epoch milliseconds). A stock without any is not in the map. */
export const read = (
  tickers: ReadonlyArray<string>,
  visible: number,
): Effect.Effect<ReadonlyMap<string, StockDay>, StoreError, Store> =>
  Effect.gen(function* () {
    if (tickers.length === 0) return new Map()
    const { query } = yield* Store
    const shown = shownDay(visible)
    const named = tickerIn(tickers)
    const [next, after] = [`$${tickers.length + 1}`, `$${tickers.length + 2}`]
    const end = BigInt(endOfMinutes(visible))
    const [minutes, newest, closes, splits] = yield* Effect.all(
      [
        query<TickerBar>(
          `SELECT ticker, ${columns} FROM minute_bars WHERE ${named} AND t >= ${next} AND t < ${after} ORDER BY ticker, t`,
          [...tickers, BigInt(shown), end],
        ),
        query<{ readonly ticker: string; readonly t: number }>(
          `SELECT ticker, max(t)::DOUBLE AS t FROM minute_bars WHERE ${named} AND t >= ${next} AND t < ${after} GROUP BY ticker`,
          [...tickers, end - recent, end],
        ),
        query<Close>(
          `SELECT ticker, t::DOUBLE AS t, coalesce(session_close, c) AS close FROM day_bars WHERE ${named} AND t < ${next}
           QUALIFY row_number() OVER (PARTITION BY ticker ORDER BY t DESC) = 1`,
          [...tickers, BigInt(shown)],
        ),
        splitsFor({ adjusted: true, now: visible, market: stocks }),
      ],
      { concurrency: "unbounded" },
    )
    const [soFar, latest, before] = [byTicker(minutes), byTicker(newest), byTicker(closes)]
    const { close = Infinity, open = 0 } = session(dateOf(stocks.zone, shown)) ?? {}
    return new Map(
      tickers.flatMap((ticker): ReadonlyArray<readonly [string, StockDay]> => {
        const bars = soFar.get(ticker) ?? []
        const last = before.get(ticker)?.[0]
        const newestMinute = latest.get(ticker)?.[0]
        if (bars.length === 0 && last === undefined) return []
        const day: StockDay = {
          day: bars.length === 0 ? undefined : combine(bars, shown, stocks.decimals),
          min: bars.at(-1),
          early: bars.findLast(({ t }) => t < open)?.c,
          regular: bars.findLast(({ t }) => t >= open && t < close)?.c,
          late: bars.findLast(({ t }) => t >= close)?.c,
          previousClose: last && adjustPrice(last.close, ratioAt(splits(ticker), last.t)),
          updated: newestMinute && newestMinute.t + minute,
        }
        return [[ticker, day]]
      }),
    )
  })
