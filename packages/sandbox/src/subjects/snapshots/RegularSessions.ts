/**
 * Regular sessions of stocks and indices, for the snapshots of indices and the pricing of options.
 * Both trade at no other time, so the last session stays until the next one opens.
 *
 * @module
 */
import { stocks } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import { Effect } from "effect"
import { type BaseBar, combine } from "../bars/BaseBar.js"
import { columns, endOfMinutes } from "../bars/Reader.js"
import * as Calendar from "@candela/market/Calendar"
import { byTicker, tickerIn } from "../../store/tickerIn.js"
import { Store, type StoreError } from "../../store/Store.js"

/** Regular session of a ticker: the one in progress, or the last one. */
export interface RegularSession {
  /** Opening and close of the session. */
  readonly hours: Calendar.Session
  /** Session so far. */
  readonly bar: BaseBar
  /** Minutes of the session so far, in order; none when only days are stored. */
  readonly minutes: ReadonlyArray<BaseBar>
  /** End of the last minute, epoch milliseconds. */
  readonly until: number
  /** Last price of the previous session; absent for the first one. */
  readonly previousClose: number | undefined
}

interface TickerBar extends BaseBar {
  readonly ticker: string
}

interface TickerDay extends TickerBar {
  readonly date: string
}

const minute = 60_000

/** Session whose first minute is completed, or the last one before it. */
const lastSession = (visible: number): Calendar.Session => {
  const date = dateOf(stocks.zone, visible)
  const today = Calendar.session(date)
  return today !== undefined && today.open < endOfMinutes(visible) ? today : Calendar.previousSession(date)
}

/** Regular sessions as seen at an instant (epoch milliseconds). A ticker without any is not in the map. */
export const read = (
  tickers: ReadonlyArray<string>,
  visible: number,
): Effect.Effect<ReadonlyMap<string, RegularSession>, StoreError, Store> =>
  Effect.gen(function* () {
    if (tickers.length === 0) return new Map()
    const { query } = yield* Store
    const hours = lastSession(visible)
    const named = tickerIn(tickers)
    const [next, after] = [`$${tickers.length + 1}`, `$${tickers.length + 2}`]
    const [minutes, days] = yield* Effect.all(
      [
        query<TickerBar>(
          `SELECT ticker, ${columns} FROM minute_bars WHERE ${named} AND t >= ${next} AND t < ${after} ORDER BY ticker, t`,
          [...tickers, BigInt(hours.open), BigInt(Math.min(hours.close, endOfMinutes(visible)))],
        ),
        query<TickerDay>(
          `SELECT ticker, date, t::DOUBLE AS t, coalesce(session_open, o) AS o, coalesce(session_high, h) AS h, coalesce(session_low, l) AS l,
             coalesce(session_close, c) AS c, v, vw, n::DOUBLE AS n
           FROM day_bars WHERE ${named} AND date ${visible < hours.close ? "<" : "<="} ${next}
           QUALIFY row_number() OVER (PARTITION BY ticker ORDER BY date DESC) <= 2 ORDER BY ticker, date DESC`,
          [...tickers, hours.date],
        ),
      ],
      { concurrency: "unbounded" },
    )
    const [minutesOf, daysOf] = [byTicker(minutes), byTicker(days)]
    return new Map(
      tickers.flatMap((ticker): ReadonlyArray<readonly [string, RegularSession]> => {
        const bars = minutesOf.get(ticker)
        const past = daysOf.get(ticker) ?? []
        if (bars !== undefined) {
          const last = bars.at(-1)!
          const bar = combine(bars, hours.midnight, stocks.decimals)
          const previousClose = past.find(({ date }) => date < hours.date)?.c
          return [[ticker, { hours, bar, minutes: bars, until: last.t + minute, previousClose }]]
        }
        const [day, before] = past
        if (day === undefined) return []
        const whole = Calendar.session(day.date) ?? hours
        return [[ticker, { hours: whole, bar: day, minutes: [], until: whole.close, previousClose: before?.c }]]
      }),
    )
  })
