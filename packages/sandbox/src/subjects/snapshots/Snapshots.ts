/**
 * Snapshots of a market: the common parts of stocks, forex and crypto, and the answers: one, several, and the movers.
 *
 * @module
 */
import { NotFound } from "@candela/core/MarketDataError"
import type { Market } from "@candela/market/Market"
import type { SnapshotBar, SnapshotMinute } from "@candela/market/Snapshot"
import { Effect } from "effect"
import type { BaseBar } from "../bars/BaseBar.js"
import { round } from "../../numbers/Rounding.js"
import type { Context } from "../../query/Context.js"
import { Store, type StoreError } from "../../store/Store.js"

/** Part of a request that determines the contents of its snapshots. */
export type SnapshotKey = Pick<Context, "subscription" | "visible">

/** Converts an instant from epoch milliseconds to nanoseconds. */
export const nanosOf = (millis: number): bigint => BigInt(Math.round(millis)) * 1_000_000n

/** Change since a price, in its currency and in percent of it; 0 percent if the price is 0. */
export const changeSince = (price: number, before: number, { decimals }: Market) => ({
  change: round(price - before, decimals),
  percent: before === 0 ? 0 : round(((price - before) / before) * 100, 4),
})

/** Snapshot of a bar; without data all zeros. */
export const barOf = (bar: BaseBar | undefined): SnapshotBar => ({
  open: bar?.o ?? 0,
  high: bar?.h ?? 0,
  low: bar?.l ?? 0,
  close: bar?.c ?? 0,
  volume: bar?.v ?? 0,
})

/** Snapshot of a bar with its average price. */
export const dayOf = (bar: BaseBar | undefined): SnapshotBar => ({ ...barOf(bar), vwap: bar?.vw ?? 0 })

/** Snapshot of a minute's bar. */
export const minuteOf = (bar: BaseBar | undefined): SnapshotMinute => ({
  ...dayOf(bar),
  transactions: bar?.n ?? 0,
  timestamp: bar?.t ?? 0,
})

/** Bars of an instrument for its changes. */
export interface Days {
  /** Day so far; absent without data. */
  readonly day: BaseBar | undefined
  /** Day before. */
  readonly prevDay: BaseBar | undefined
}

/** Change since the previous day's close, in the currency of the price and in percent of that close; 0 without data. */
export const changeOf = (
  days: Days | undefined,
  market: Market,
): { readonly todaysChange: number; readonly todaysChangePerc: number } => {
  const { day, prevDay } = days ?? {}
  if (day === undefined || prevDay === undefined || prevDay.c === 0) return { todaysChange: 0, todaysChangePerc: 0 }
  const { change, percent } = changeSince(day.c, prevDay.c, market)
  return { todaysChange: change, todaysChangePerc: percent }
}

/** Makes the snapshots of known tickers, in their order. */
export type ReadSnapshots<S> = (
  tickers: ReadonlyArray<string>,
  key: SnapshotKey,
) => Effect.Effect<ReadonlyArray<S>, StoreError, Store>

/** Answers about the snapshots of a market. Several instruments are in the order of their tickers. */
export interface Snapshots<S> {
  /** Snapshot of an instrument; `NotFound` for an unknown one. */
  readonly one: (
    ticker: string,
    context: SnapshotKey & Pick<Context, "endpoint">,
  ) => Effect.Effect<S, NotFound | StoreError, Store>
  /** Snapshots of the known instruments among some, or of all. */
  readonly several: (
    tickers: ReadonlyArray<string> | undefined,
    key: SnapshotKey,
  ) => Effect.Effect<ReadonlyArray<S>, StoreError, Store>
  /** Snapshots of the instruments with the largest gains or losses, the largest change first. */
  readonly movers: (
    direction: "gainers" | "losers",
    key: SnapshotKey,
  ) => Effect.Effect<ReadonlyArray<S>, StoreError, Store>
}

/** Listed tickers in order, each with its market. */
const load: Store.Load<ReadonlyArray<{ readonly ticker: string; readonly market: string }>> = ({ query }) =>
  query("SELECT ticker, market FROM tickers WHERE active ORDER BY ticker")

/** Maximum number of movers in an answer. */
const most = 20

/** Answers about the instruments of these markets, as named in the table of tickers. */
export const make = <S extends { readonly todaysChangePerc?: number }>(
  markets: ReadonlyArray<string>,
  read: ReadSnapshots<S>,
): Snapshots<S> => {
  const several: Snapshots<S>["several"] = (tickers, key) =>
    Effect.gen(function* () {
      const { remember } = yield* Store
      const asked = tickers && new Set(tickers)
      const known = (yield* remember(load)).flatMap(({ market, ticker }) =>
        markets.includes(market) && asked?.has(ticker) !== false ? [ticker] : [],
      )
      return yield* read(known, key)
    })
  return {
    several,
    one: (ticker, context) =>
      Effect.flatMap(several([ticker], context), ([found]) =>
        found === undefined
          ? new NotFound({ endpoint: context.endpoint, detail: "Data not found." })
          : Effect.succeed(found),
      ),
    movers: (direction, key) => {
      const sign = direction === "gainers" ? 1 : -1
      const movement = ({ todaysChangePerc = 0 }: S) => sign * todaysChangePerc
      return Effect.map(several(undefined, key), (all) =>
        all
          .filter((snapshot) => movement(snapshot) > 0)
          .sort((one, other) => movement(other) - movement(one))
          .slice(0, most),
      )
    },
  }
}
