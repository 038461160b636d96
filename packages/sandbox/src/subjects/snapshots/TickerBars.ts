/**
 * Source bars of snapshots: the minutes of a day, the newest minute, and the days before.
 *
 * @module
 */
import { dayMillis } from "@candela/market/TimeZone"
import { Effect } from "effect"
import type { BaseBar } from "../bars/BaseBar.js"
import { columns, dayColumns, endOfMinutes } from "../bars/Reader.js"
import { byTicker, ofTickers, tickerIn } from "../../store/tickerIn.js"
import { Store, type StoreError } from "../../store/Store.js"

interface TickerBar extends BaseBar {
  readonly ticker: string
}

/** Stored bars of a ticker. */
export interface TickerBars {
  /** Minutes since the requested start, in ascending order. */
  readonly minutes: ReadonlyArray<BaseBar>
  /** Newest minute. */
  readonly newest: BaseBar | undefined
  /** Last two completed days, the later one first. */
  readonly days: ReadonlyArray<BaseBar>
}

/** Period in which the newest minute is searched: trading never pauses longer than ten days. */
const recent = BigInt(10 * dayMillis)

/** Newest minutes of tickers without any of the day. */
const latest = ({ end, tickers }: { readonly tickers: ReadonlyArray<string>; readonly end: bigint }) =>
  Effect.gen(function* () {
    if (tickers.length === 0) return []
    const { query } = yield* Store
    const [next, after] = [`$${tickers.length + 1}`, `$${tickers.length + 2}`]
    return yield* query<TickerBar>(
      `SELECT ticker, ${columns} FROM minute_bars SEMI JOIN (
         SELECT ticker, max(t) AS t FROM minute_bars WHERE ${tickerIn(tickers)} AND t >= ${next} AND t < ${after} GROUP BY ticker
       ) AS latest USING (ticker, t) WHERE t >= ${next}`,
      [...tickers, end - recent, end],
    )
  })

/** Bars of tickers as seen at an instant. All instants are epoch milliseconds. */
export const read = (options: {
  readonly tickers: ReadonlyArray<string>
  /** Start of the minutes. */
  readonly from: number
  /** Start of the day in progress. */
  readonly today: number
  readonly visible: number
}): Effect.Effect<(ticker: string) => TickerBars, StoreError, Store> =>
  Effect.gen(function* () {
    const { from, tickers, today, visible } = options
    if (tickers.length === 0) return () => ({ minutes: [], newest: undefined, days: [] })
    const { query } = yield* Store
    const end = BigInt(endOfMinutes(visible))
    const [next, after] = [`$${tickers.length + 1}`, `$${tickers.length + 2}`]
    const [soFar, past] = yield* Effect.all(
      [
        query<TickerBar>(
          `SELECT * FROM (${ofTickers(
            tickers,
            (named) => `SELECT ticker, ${columns} FROM minute_bars WHERE ${named} AND t >= ${next} AND t < ${after}`,
          )}) ORDER BY ticker, t`,
          [...tickers, BigInt(from), end],
        ),
        query<TickerBar>(
          `SELECT ticker, ${dayColumns} FROM day_bars WHERE ${tickerIn(tickers)} AND t < ${next}
           QUALIFY row_number() OVER (PARTITION BY ticker ORDER BY t DESC) <= 2 ORDER BY ticker, t DESC`,
          [...tickers, BigInt(today)],
        ),
      ],
      { concurrency: "unbounded" },
    )
    const [minutes, days] = [byTicker(soFar), byTicker(past)]
    const newest = byTicker(yield* latest({ tickers: tickers.filter((ticker) => !minutes.has(ticker)), end }))
    return (ticker: string) => {
      const ofDay = minutes.get(ticker) ?? []
      return { minutes: ofDay, newest: ofDay.at(-1) ?? newest.get(ticker)?.[0], days: days.get(ticker) ?? [] }
    }
  })
