/**
 * The previous day of a ticker, in every market.
 *
 * It is the last trading day before the day of `now`, in the market's zone, that is completely
 * visible to the key: a plan with a delay may see only the one before. A day of stocks is complete
 * at the end of its after-hours trading, a UTC day of pairs at the next midnight.
 *
 * @module
 */
import { type Market, stocks } from "@candela/market/Market"
import { dateOf, dateOfDay, dayOf, startOfDay } from "@candela/market/TimeZone"
import { Effect } from "effect"
import { session } from "@candela/market/Calendar"
import { Store, type StoreError } from "../../store/Store.js"
import { type DailyBar, dailyBar, type StoredBar } from "./DailySummary.js"
import { dayColumns, type BarSource, splitsFor } from "./Reader.js"
import { adjust } from "./Adjustment.js"

/** Request for the previous day of a ticker. */
export interface PreviousDayRequest extends BarSource {
  readonly adjusted: boolean
  /** End of the visible data, epoch milliseconds: `now`, less the delay of a plan. */
  readonly visible: number
  /** Start of the visible history, epoch milliseconds; absent when unlimited. */
  readonly history?: number | undefined
}

/** End of all trading on a day. */
const endOfTrading = (market: Market, day: number) =>
  (market === stocks ? session(dateOfDay(day))?.afterHoursClose : undefined) ?? startOfDay(market.zone, day + 1)

/** Last completely visible day before the day of `now`. */
const lastWholeDay = ({ market, now, visible }: PreviousDayRequest) => {
  let day = dayOf(market.zone, now) - 1
  while (endOfTrading(market, day) > visible) day--
  return day
}

/** Reads the bar of the previous day; `undefined` for an unknown ticker, or one that no longer trades. */
export const read = (request: PreviousDayRequest): Effect.Effect<DailyBar | undefined, StoreError, Store> =>
  Effect.gen(function* () {
    const { adjusted, history, market, now, tables, ticker, visible } = request
    if (tables !== undefined) {
      const to = startOfDay(market.zone, lastWholeDay(request) + 1)
      const [found] = yield* tables.days({ from: history ?? 0, to, sort: "desc", limit: 1 })
      return found && dailyBar({ ticker, otc: false }, found, found.t)
    }
    const store = yield* Store
    const [bar] = yield* store.query<StoredBar>(
      `SELECT ticker, coalesce(otc, false) AS otc, ${dayColumns} FROM day_bars LEFT JOIN tickers USING (ticker)
       WHERE ticker = $1 AND date <= $2 AND ($3::BIGINT IS NULL OR t >= $3) AND coalesce(delisted_date > $4, true)
       ORDER BY t DESC LIMIT 1`,
      [
        ticker,
        dateOfDay(lastWholeDay(request)),
        history === undefined ? null : BigInt(history),
        dateOf(market.zone, now),
      ],
    )
    if (bar === undefined) return undefined
    const splits = (yield* splitsFor({ adjusted, now: visible, market }))(ticker)
    const [adjustedBar = bar] = adjust([bar], splits)
    return dailyBar(bar, adjustedBar, bar.t)
  })
