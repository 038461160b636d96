/**
 * Overview of a ticker, assembled from its record, its company's details, its filings, and its latest close.
 *
 * @module
 */
import { stocks } from "@candela/market/Market"
import { dateOf, midnight } from "@candela/market/TimeZone"
import type { TickerOverview } from "@candela/reference/TickerOverview"
import type { TickerRecord } from "@candela/reference/Tickers"
import { Effect } from "effect"
import { endOfMinutes } from "../bars/Reader.js"
import * as Tickers from "./Tickers.js"
import * as TickerDetails from "./TickerDetails.js"
import { round } from "../../numbers/Rounding.js"
import { Store, type StoreError } from "../../store/Store.js"
import * as PointInTime from "./PointInTime.js"

/** Request for an overview. */
export interface OverviewRequest {
  readonly ticker: string
  /** Date, `yyyy-mm-dd`; absent for the most recent day. */
  readonly date?: string | undefined
  /** Present, epoch milliseconds. */
  readonly now: number
}

/** Stored record, in which these fields are always present. */
type StoredRecord = TickerRecord & Required<Pick<TickerRecord, "active" | "currency_name">>

const recordOn = (ticker: string, day: string) =>
  Effect.gen(function* () {
    const store = yield* Store
    const [found] = yield* store.query<Store.Row & { readonly list_date: string | null }>(
      `SELECT ${Tickers.table.select}, list_date FROM (${PointInTime.tickersOn("$2")}) WHERE ticker = $1`,
      [ticker, day],
    )
    if (found === undefined) return undefined
    return { record: Tickers.table.read(found) as StoredRecord, listed: found.list_date }
  })

const detailsOf = (ticker: string) =>
  Effect.gen(function* () {
    const store = yield* Store
    const { details } = TickerDetails
    const [found] = yield* store.query(`SELECT ${details.select} FROM ${details.name} WHERE ticker = $1`, [ticker])
    return found === undefined ? {} : details.read(found)
  })

/** Last filing for a period up to a day, among those filed by today: on the day it may not have been filed. */
const figuresOn = (ticker: string, day: string, today: string) =>
  Effect.gen(function* () {
    const store = yield* Store
    const { figures } = TickerDetails
    const [found] = yield* store.query(
      `SELECT ${figures.select} FROM ${figures.name} WHERE ticker = $1 AND period_end <= $2 AND filing_date <= $3
       ORDER BY period_end DESC LIMIT 1`,
      [ticker, day, today],
    )
    return found === undefined ? {} : figures.read(found)
  })

/** Last price at the end of a day, or so far. It is not adjusted for splits, and neither is the number of shares. */
const closeOn = (ticker: string, day: string, { now }: OverviewRequest) =>
  Effect.gen(function* () {
    const store = yield* Store
    const { zone } = stocks
    const today = dateOf(zone, now)
    const [found] = yield* store.query<{ readonly c: number }>(
      `SELECT c FROM (
         SELECT t, c FROM day_bars WHERE ticker = $1 AND date <= $2 AND date < $3
         UNION ALL SELECT t, c FROM minute_bars WHERE ticker = $1 AND $2 = $3 AND t >= $4 AND t < $5)
       ORDER BY t DESC LIMIT 1`,
      [ticker, day, today, BigInt(midnight(zone, today)), BigInt(endOfMinutes(now))],
    )
    return found?.c
  })

/** Reads the overview of a ticker on a day; `undefined` when it is unknown, or was not listed yet. */
export const overview = (request: OverviewRequest): Effect.Effect<TickerOverview | undefined, StoreError, Store> =>
  Effect.gen(function* () {
    const { now, ticker } = request
    const day = PointInTime.dayOf(request.date, now)
    const known = yield* recordOn(ticker, day)
    if (known === undefined) return undefined
    const { listed, record } = known
    const details = yield* detailsOf(ticker)
    const figures = yield* figuresOn(ticker, day, PointInTime.dayOf(undefined, now))
    const { weighted_shares_outstanding: shares } = figures as Partial<TickerOverview>
    const close = record.active && shares !== undefined ? yield* closeOn(ticker, day, request) : undefined
    return {
      ...record,
      ...details,
      ...figures,
      ...(listed === null ? {} : { list_date: listed }),
      ...(close === undefined || shares === undefined ? {} : { market_cap: round(close * shares, 0) }),
    }
  })
