/** Currency pairs: conversion, quotes to the nanosecond, snapshots, bars, and technical indicators. @module */
import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import type * as Snapshot from "@candela/market/Snapshot"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Bars from "./Bars.js"
import * as Conversion from "./Conversion.js"
import * as DailyMarketSummary from "./DailyMarketSummary.js"
import * as Exchanges from "./Exchanges.js"
import * as Indicators from "./Indicators.js"
import * as LastQuote from "./LastQuote.js"
import * as Quotes from "./Quotes.js"
import * as Snapshots from "./Snapshots.js"

const own = {
  /**
   * Aggregate bars of a pair over a time range, in UTC. Currencies trade from Sunday 17:00 to
   * Friday 17:00 New York. An interval without quotes has no bar.
   *
   * @specification 1
   * @example { forexTicker: "C:EURUSD", multiplier: 1, timespan: "day", from: "2025-05-01", to: "2025-06-27" }
   */
  bars: Bars.bars,
  /**
   * One daily bar per pair, of a day in UTC; no rows on a Saturday.
   *
   * @example { date: "2025-06-27" }
   */
  dailyMarketSummary: DailyMarketSummary.dailyMarketSummary,
  /**
   * Bar of the previous day, in UTC: the last day before today that the plan covers completely.
   *
   * @remarks `Bar.tradingDay(bar, "forex")` returns its day: the real service stamps it with the end of the day, not
   * with its start.
   *
   * @specification 4
   * @example { forexTicker: "C:EURUSD" }
   */
  previousDayBar: Bars.previousDayBar,
  /**
   * Conversion of an amount between two currencies at the exchange rate in real time, the middle of the
   * last quote. `NotFound` for an unknown pair. Select currency plans include it; `Unauthorized` on others.
   *
   * @specification 13
   * @example { from: "EUR", to: "USD", amount: 100 }
   */
  conversion: Conversion.conversion,
  /**
   * The 20 pairs that have risen or fallen most since the previous close, in percent, the largest change first.
   * Fewer where fewer have moved that way; none from 00:00 to 04:00 New York, while snapshots are cleared.
   *
   * @specification 18
   * @example { direction: "losers" }
   */
  movers: Snapshots.movers,
  /**
   * Last quote of a pair, as visible on the plan. The pair may be requested in either order: the
   * quote is inverted. `NotFound` for an unknown pair.
   *
   * @specification 14
   * @example { from: "EUR", to: "USD" }
   */
  lastQuote: LastQuote.lastQuote,
  /**
   * Historical quotes of a pair, to the nanosecond, the latest first.
   *
   * @specification 15
   * @example { fxTicker: "C:EURUSD", "timestamp.gte": "2025-06-30T19:50:00Z" }
   */
  quotes: Quotes.quotes,
  /**
   * Snapshot of a pair: day so far, previous day and last quote. It is cleared daily at 00:00 New
   * York and fills again from 04:00. `NotFound` for an unknown pair.
   *
   * @specification 17
   * @example { ticker: "C:EURUSD" }
   */
  snapshot: Snapshots.snapshot,
  /**
   * Snapshots of all pairs or of selected ones. They are cleared daily at 00:00 New York and fill again from 04:00.
   *
   * @specification 16
   * @example { tickers: ["C:EURUSD", "C:GBPUSD"] }
   */
  snapshots: Snapshots.snapshots,
  /**
   * The venues whose quotes make the bars of pairs.
   *
   * @example {}
   */
  exchanges: Exchanges.exchanges,
}

/** Endpoints of the service by method name. */
const endpoints: typeof own & typeof Indicators.indicators = /* @__PURE__ */ Endpoint.ofService("forex", {
  ...own,
  ...Indicators.indicators,
})

/** Currency pairs: conversion, quotes to the nanosecond, snapshots, bars, and technical indicators. */
export class Forex extends Context.Tag("@candela/forex/Forex")<Forex, Forex.Service>() {
  /** Declarations of the methods. */
  static readonly endpoints: typeof endpoints = endpoints
  /** Makes the service on the connection of the context, for a tag of your own: one for each account. */
  static readonly make: Effect.Effect<Forex.Service, never, MarketData> = /* @__PURE__ */ Client.make(endpoints)
  /** The service on a market-data connection, built for each connection that it stands on. */
  static readonly layer: Layer.Layer<Forex, never, MarketData> = /* @__PURE__ */ Client.layer(Forex, endpoints)
}

/** Types of the service: its methods and their requests. */
export declare namespace Forex {
  /** The methods. */
  export interface Service extends Client.Methods<typeof endpoints> {}
  export type BarsRequest = Bars.BarsRequest
  export type DailyMarketSummaryRequest = DailyMarketSummary.DailyMarketSummaryRequest
  export type ConversionRequest = Conversion.ConversionRequest
  /** Request for movers. */
  export type MoversRequest = Snapshot.MoversRequest
  export type ExchangesRequest = Exchanges.ExchangesRequest
  export type EmaRequest = Indicators.EmaRequest
  export type LastQuoteRequest = LastQuote.LastQuoteRequest
  export type MacdRequest = Indicators.MacdRequest
  export type PreviousDayBarRequest = Bars.PreviousDayBarRequest
  export type QuotesRequest = Quotes.QuotesRequest
  export type RsiRequest = Indicators.RsiRequest
  export type SmaRequest = Indicators.SmaRequest
  export type SnapshotRequest = Snapshots.SnapshotRequest
  export type SnapshotsRequest = Snapshots.SnapshotsRequest
}
