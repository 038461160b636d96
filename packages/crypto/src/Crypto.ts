/**
 * Crypto pairs: bars, the market's day, a pair's day, trades to the nanosecond, technical
 * indicators, and snapshots. @module
 */
import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import type * as Snapshot from "@candela/market/Snapshot"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Bars from "./Bars.js"
import * as DailyMarketSummary from "./DailyMarketSummary.js"
import * as Exchanges from "./Exchanges.js"
import * as HistoricTrades from "./HistoricTrades.js"
import * as Indicators from "./Indicators.js"
import * as OpenClose from "./OpenClose.js"
import * as Snapshots from "./Snapshots.js"
import * as Trades from "./Trades.js"

const own = {
  /**
   * Aggregate bars of a pair over a time range, in UTC: crypto pairs trade at all hours. An
   * interval without trades has no bar.
   *
   * @specification 1
   * @example { cryptoTicker: "X:BTCUSD", multiplier: 1, timespan: "day", from: "2025-05-01", to: "2025-06-27" }
   */
  bars: Bars.bars,
  /**
   * One daily bar per pair, of a day in UTC.
   *
   * @example { date: "2025-06-27" }
   */
  dailyMarketSummary: DailyMarketSummary.dailyMarketSummary,
  /**
   * Open and close of a pair on a day in UTC, with the trades that made them. `NotFound` for an unknown pair and on a
   * day without trades.
   *
   * @example { from: "BTC", to: "USD", date: "2025-06-27" }
   */
  openClose: OpenClose.openClose,
  /**
   * Bar of the previous day, in UTC: the last day before today that the plan covers completely.
   *
   * @remarks `Bar.tradingDay(bar, "crypto")` returns its day: the real service stamps it with the end of the day, not
   * with its start.
   *
   * @specification 4
   * @example { cryptoTicker: "X:BTCUSD" }
   */
  previousDayBar: Bars.previousDayBar,
  /**
   * The 20 pairs that have risen or fallen most since the previous close, in percent, the largest change first.
   * Fewer where fewer have moved that way; none from 00:00 to 04:00 New York, while snapshots are cleared.
   *
   * @specification the pattern of endpoint 18
   * @example { direction: "gainers" }
   */
  movers: Snapshots.movers,
  /**
   * Snapshot of a pair: day so far, previous day and last trade. It is cleared daily at 00:00 New
   * York and fills again from 04:00. `NotFound` for an unknown pair.
   *
   * @specification the pattern of endpoint 17
   * @example { ticker: "X:BTCUSD" }
   */
  snapshot: Snapshots.snapshot,
  /**
   * Snapshots of all pairs or of selected ones. They are cleared daily at 00:00 New York and fill again from 04:00.
   *
   * @specification the pattern of endpoint 16
   * @example { tickers: ["X:BTCUSD", "X:ETHUSD"] }
   */
  snapshots: Snapshots.snapshots,
  /**
   * Trades of a pair on a day, in time order, of the older endpoint: `trades` has pages and nanoseconds. `offset`
   * continues after the last trade of a response. `NotFound` for an unknown pair and on a day without trades.
   *
   * @specification Crypto trade tick
   * @example { from: "BTC", to: "USD", date: "2025-06-27" }
   */
  historicTrades: HistoricTrades.historicTrades,
  /**
   * Trades of a pair, to the nanosecond, the latest first.
   *
   * @example { cryptoTicker: "X:BTCUSD", "timestamp.gte": "2025-06-30T19:59:00Z" }
   */
  trades: Trades.trades,
  /**
   * Last trade of a pair, as visible on the plan. `NotFound` for an unknown pair.
   *
   * @example { from: "BTC", to: "USD" }
   */
  lastTrade: Trades.lastTrade,
  /**
   * The exchanges whose trades make the bars of pairs.
   *
   * @example {}
   */
  exchanges: Exchanges.exchanges,
}

/** Endpoints of the service by method name. */
const endpoints: typeof own & typeof Indicators.indicators = /* @__PURE__ */ Endpoint.ofService("crypto", {
  ...own,
  ...Indicators.indicators,
})

/**
 * Crypto pairs: bars, the market's day, a pair's day, trades to the nanosecond, technical indicators, and snapshots.
 */
export class Crypto extends Context.Tag("@candela/crypto/Crypto")<Crypto, Crypto.Service>() {
  /** Declarations of the methods. */
  static readonly endpoints: typeof endpoints = endpoints
  /** Makes the service on the connection of the context, for a tag of your own: one for each account. */
  static readonly make: Effect.Effect<Crypto.Service, never, MarketData> = /* @__PURE__ */ Client.make(endpoints)
  /** The service on a market-data connection, built for each connection that it stands on. */
  static readonly layer: Layer.Layer<Crypto, never, MarketData> = /* @__PURE__ */ Client.layer(Crypto, endpoints)
}

/** Types of the service: its methods and their requests. */
export declare namespace Crypto {
  /** The methods. */
  export interface Service extends Client.Methods<typeof endpoints> {}
  export type BarsRequest = Bars.BarsRequest
  export type DailyMarketSummaryRequest = DailyMarketSummary.DailyMarketSummaryRequest
  /** Request for movers. */
  export type MoversRequest = Snapshot.MoversRequest
  export type ExchangesRequest = Exchanges.ExchangesRequest
  export type EmaRequest = Indicators.EmaRequest
  export type HistoricTradesRequest = HistoricTrades.HistoricTradesRequest
  export type LastTradeRequest = Trades.LastTradeRequest
  export type MacdRequest = Indicators.MacdRequest
  export type OpenCloseRequest = OpenClose.OpenCloseRequest
  export type PreviousDayBarRequest = Bars.PreviousDayBarRequest
  export type RsiRequest = Indicators.RsiRequest
  export type SmaRequest = Indicators.SmaRequest
  export type SnapshotRequest = Snapshots.SnapshotRequest
  export type SnapshotsRequest = Snapshots.SnapshotsRequest
  export type TradesRequest = Trades.TradesRequest
}
