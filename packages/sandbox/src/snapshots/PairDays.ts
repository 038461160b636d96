/**
 * The bars in the snapshots of currency pairs, national and crypto: the day so far, the latest minute, and the day before.
 *
 * `day` and `min` are cleared at 00:00 New York and fill again from 04:00. The days are those of the pairs' bars, in UTC: `day` is the newest one with
 * data from after the clearing. What is shown equals the bars of that day, that minute and the day before, as seen at the same time.
 *
 * @module
 */
import type { Market } from "@candela/market/Market"
import { dayMillis, dayOf, offsetAt, startOfDay } from "@candela/market/TimeZone"
import { Effect } from "effect"
import { type BaseBar, combine } from "../bars/BaseBar.js"
import { columns, endOfMinutes } from "../bars/Reader.js"
import { byTicker, tickerIn } from "../internal/tickerIn.js"
import { round } from "../Rounding.js"
import { Store, type StoreError } from "../Store.js"

/** What is known of a pair's bars. */
export interface PairDay {
  /** The day so far; absent while it is cleared. */
  readonly day: BaseBar | undefined
  /** The latest minute of the day; absent while it is cleared. */
  readonly min: BaseBar | undefined
  /** The day before: the last one that had data. */
  readonly prevDay: BaseBar | undefined
  /** When the newest minute ended, epoch milliseconds; also while the day is cleared. */
  readonly updated: number | undefined
}

interface TickerBar extends BaseBar {
  readonly ticker: string
}

const newYork = "America/New_York"
const minute = 60_000

/** The newest minute is looked for in the last ten days: there is no longer pause in trading. */
const recent = BigInt(10 * dayMillis)

/** Snapshots fill again from 04:00. */
const filling = 4 * 60 * minute

/** The last clearing before an instant, and whether snapshots have filled again since. */
const clearingAt = (instant: number) => ({
  cleared: startOfDay(newYork, dayOf(newYork, instant)),
  filled: (instant + offsetAt(newYork, instant)) % dayMillis >= filling,
})

/**
 * The bars of pairs of a market as seen at an instant (epoch milliseconds). A pair without any is not in the map.
 */
export const read = (options: {
  readonly market: Market
  readonly tickers: ReadonlyArray<string>
  readonly visible: number
}): Effect.Effect<ReadonlyMap<string, PairDay>, StoreError, Store> =>
  Effect.gen(function* () {
    const { market, tickers, visible } = options
    if (tickers.length === 0) return new Map()
    const { query } = yield* Store
    const { cleared, filled } = clearingAt(visible)
    const today = startOfDay(market.zone, dayOf(market.zone, visible))
    const end = BigInt(endOfMinutes(visible))
    const named = tickerIn(tickers)
    const [minutes, newest, past] = yield* Effect.all(
      [
        query<TickerBar>(
          `SELECT ticker, ${columns} FROM minute_bars WHERE ${named} AND t >= $${tickers.length + 1} AND t < $${tickers.length + 2} ORDER BY ticker, t`,
          [...tickers, BigInt(today), end],
        ),
        query<TickerBar>(
          `SELECT ticker, ${columns} FROM minute_bars SEMI JOIN (
             SELECT ticker, max(t) AS t FROM minute_bars
             WHERE ${named} AND t >= $${tickers.length + 1} AND t < $${tickers.length + 2} GROUP BY ticker
           ) AS latest USING (ticker, t) WHERE t >= $${tickers.length + 1}`,
          [...tickers, end - recent, end],
        ),
        query<TickerBar>(
          `SELECT ticker, ${columns} FROM day_bars WHERE ${named} AND t < $${tickers.length + 1}
           QUALIFY row_number() OVER (PARTITION BY ticker ORDER BY t DESC) <= 2 ORDER BY ticker, t DESC`,
          [...tickers, BigInt(today)],
        ),
      ],
      { concurrency: "unbounded" },
    )
    const [todays, latest, days] = [byTicker(minutes), byTicker(newest), byTicker(past)]
    return new Map(
      tickers.flatMap((ticker): ReadonlyArray<readonly [string, PairDay]> => {
        const soFar = todays.get(ticker)
        const current = soFar === undefined ? undefined : combine(soFar, today, market.decimals)
        const min = latest.get(ticker)?.[0]
        const bars = [...(current === undefined ? [] : [current]), ...(days.get(ticker) ?? [])]
        const [last, before] = bars
        if (last === undefined) return []
        const updated = min === undefined ? undefined : min.t + minute
        // In the evening of New York the UTC day is over, and its bar still stands.
        const isToday = current !== undefined || (min !== undefined && min.t >= cleared)
        if (!isToday) return [[ticker, { day: undefined, min: undefined, prevDay: last, updated }]]
        return [
          [ticker, { ...(filled ? { day: last, min } : { day: undefined, min: undefined }), prevDay: before, updated }],
        ]
      }),
    )
  })

/** What has changed since the close of the day before, in the quote currency and in percent of that close; 0 while there are no data. */
export const changeOf = (
  { day, prevDay }: PairDay,
  { decimals }: Market,
): { readonly todaysChange: number; readonly todaysChangePerc: number } => {
  if (day === undefined || prevDay === undefined) return { todaysChange: 0, todaysChangePerc: 0 }
  const change = day.c - prevDay.c
  return { todaysChange: round(change, decimals), todaysChangePerc: round((change / prevDay.c) * 100, 4) }
}
