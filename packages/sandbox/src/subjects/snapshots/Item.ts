/**
 * Common parts of the unified snapshot's items, for all kinds of instruments.
 *
 * @module
 */
import { type Market, stocks } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import type { LastMinute, SnapshotSession } from "@candela/market/InstrumentState"
import type { BaseBar } from "../bars/BaseBar.js"
import { session as sessionOf } from "@candela/market/Calendar"
import type { Context } from "../../query/Context.js"
import { changeSince } from "./Snapshots.js"

/** Instrument as stored in the tables. */
export interface Instrument {
  readonly ticker: string
  readonly name: string
  /** `type` of its items. */
  readonly kind: string
  /** Whether it is a stock that trades over the counter. */
  readonly otc: boolean
}

/** Part of a request that determines the contents of its items. */
export type ItemKey = Pick<Context, "present" | "subscription" | "visible">

/** Session as the sandbox sends it: always with its change. */
export type WholeSession = SnapshotSession & Required<Pick<SnapshotSession, "change" | "change_percent">>

/** Prices of a session; without data all zeros, except the previous close. */
export const sessionPrices = (
  bar: BaseBar | undefined,
  previousClose: number | undefined,
  market: Market,
): WholeSession => {
  const previous = previousClose ?? 0
  const { change, percent } =
    bar === undefined || previousClose === undefined ? { change: 0, percent: 0 } : changeSince(bar.c, previous, market)
  return {
    change,
    change_percent: percent,
    close: bar?.c ?? 0,
    high: bar?.h ?? 0,
    low: bar?.l ?? 0,
    open: bar?.o ?? 0,
    previous_close: previous,
    ...(bar === undefined ? {} : { price: bar.c }),
  }
}

/** Formats a number that is not negative as a decimal, without an exponent. */
const decimalText = (value: number) => {
  const text = String(value)
  return text.includes("e-") ? value.toFixed(8).replace(/0+$/, "") : text
}

/** Prices and volume of a session. */
export const sessionOfBar = (
  bar: BaseBar | undefined,
  previousClose: number | undefined,
  market: Market,
): WholeSession => ({
  ...sessionPrices(bar, previousClose, market),
  volume: bar?.v ?? 0,
  decimal_volume: decimalText(bar?.v ?? 0),
})

/** Last minute with trades. */
export const lastMinuteOf = ({ c, h, l, n, o, v, vw }: BaseBar): LastMinute => ({
  close: c,
  high: h,
  low: l,
  open: o,
  transactions: n ?? 0,
  volume: v,
  decimal_volume: decimalText(v),
  vwap: vw ?? c,
})

/** Market status of stocks at an instant. */
export const stockStatus = (now: number): string => {
  const today = sessionOf(dateOf(stocks.zone, now))
  if (today === undefined || now < today.preMarketOpen || now >= today.afterHoursClose) return "closed"
  if (now < today.open) return "early_trading"
  return now < today.close ? "open" : "late_trading"
}

/** Timeframe of the newest values that a key sees. */
export const timeframeOf = ({ subscription }: ItemKey): string => (subscription.delay > 0 ? "DELAYED" : "REAL-TIME")

/** Fair market value, on plans that include it. */
export const fairValue = (key: ItemKey, value: number | undefined, updated: bigint | undefined) =>
  key.subscription.fairMarketValue && value !== undefined && updated !== undefined
    ? { fmv: value, fmv_last_updated: updated }
    : {}
