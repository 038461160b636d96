/**
 * A database in memory with hand-made rows.
 */
import { type Market, stocks } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import type { BaseBar } from "@candela/sandbox/subjects/bars/BaseBar"
import { all } from "@candela/sandbox/dataset/all"
import * as Bars from "@candela/sandbox/subjects/bars/StoredBars"
import * as Generator from "@candela/sandbox/generate/Generator"
import * as Splits from "@candela/sandbox/subjects/splits/Splits"
import * as Tickers from "@candela/sandbox/subjects/tickers/Tickers"
import { Store } from "@candela/sandbox/store/Store"
import { Effect } from "effect"
import type { SplitRow } from "./reference.js"

/** A day's row: a bar with what is known of the regular session. */
export interface DayRow extends BaseBar {
  readonly session?: readonly [open: number, high: number, low: number, close: number]
  readonly preMarket?: number
  readonly afterHours?: number
}

/** What the tables hold of a ticker. */
export interface TickerRows {
  readonly ticker: string
  /** Whose days the ticker's days are (default those of stocks). */
  readonly of?: Market
  /** The name of its market in the table of tickers (default `stocks`). */
  readonly market?: string
  readonly otc?: boolean
  readonly minutes?: ReadonlyArray<BaseBar>
  readonly days?: ReadonlyArray<DayRow>
  readonly splits?: ReadonlyArray<SplitRow>
}

/** Makes the tables and writes the rows. */
export const write = (tickers: ReadonlyArray<TickerRows>) =>
  Effect.gen(function* () {
    const store = yield* Store
    yield* Generator.createTables(store, all)
    for (const {
      days = [],
      market = "stocks",
      minutes = [],
      otc = false,
      splits = [],
      of = stocks,
      ticker,
    } of tickers) {
      yield* Tickers.table.append(store, [{ ...Tickers.imported(ticker, ticker), market, otc, synthetic: true }])
      yield* Splits.table.append(
        store,
        splits.map(({ date, from, to }) => ({
          ...{ ticker, execution_date: date, announced: date, split_from: from, split_to: to },
        })),
      )
      yield* Bars.minuteBars.append(
        store,
        minutes.map((minute) => ({ ...minute, ticker })),
      )
      yield* Bars.dayBars.append(
        store,
        days.map(({ afterHours, preMarket, session, ...day }) => ({
          ...day,
          ticker,
          date: dateOf(of.zone, day.t),
          session_open: session?.[0] ?? null,
          session_high: session?.[1] ?? null,
          session_low: session?.[2] ?? null,
          session_close: session?.[3] ?? null,
          pre_market: preMarket ?? null,
          after_hours: afterHours ?? null,
        })),
      )
    }
  })
