/** Events of tickers: those that a company has had, from the table of tickers, which all have its FIGI. @module */
import type { TickerEvents } from "@candela/reference/TickerEvents"
import { Effect } from "effect"
import { Store, type StoreError } from "../../store/Store.js"
import * as PointInTime from "./PointInTime.js"

/** First day of the records of tickers. A ticker from before that has its event there. */
const firstDay = "2003-09-10"

interface Found {
  readonly ticker: string
  readonly name: string
  readonly composite_figi: string | null
  readonly cik: string | null
  readonly held_from: string
}

/**
 * Reads the events of the company with a ticker, a CUSIP or a composite FIGI; `undefined` if none has it. A ticker
 * means its present company, or its last one.
 */
export const eventsOf = (id: string, now: number): Effect.Effect<TickerEvents | undefined, StoreError, Store> =>
  Effect.gen(function* () {
    const { query } = yield* Store
    // A company's own name is that of its last ticker, even where it is delisted.
    const rows = yield* query<Found>(
      `WITH stocks AS (
         FROM (${PointInTime.companiesOn("$2")}) WHERE market IN ('stocks', 'otc')
       ), asked AS (
         FROM stocks WHERE ticker = $1 OR cusip = $1 OR composite_figi = $1
         ORDER BY held_until IS NULL DESC, held_from DESC NULLS LAST LIMIT 1
       )
       SELECT stocks.ticker, stocks.name, stocks.composite_figi, stocks.cik,
         greatest(coalesce(stocks.held_from, stocks.list_date), '${firstDay}') AS held_from
       FROM stocks, asked WHERE stocks.ticker = asked.ticker AND stocks.name = asked.name
         OR stocks.composite_figi = asked.composite_figi
       ORDER BY held_from DESC`,
      [id, PointInTime.dayOf(undefined, now)],
    )
    const [last] = rows
    if (last === undefined) return undefined
    return {
      name: last.name,
      ...(last.composite_figi === null ? {} : { composite_figi: last.composite_figi }),
      ...(last.cik === null ? {} : { cik: last.cik }),
      events: rows.map(({ held_from, ticker }) => ({
        date: held_from,
        type: "ticker_change",
        ticker_change: { ticker },
      })),
    }
  })
