/** Crypto pairs: bars, the trades of a day, technical indicators, and snapshots. @module */
import * as Client from "@candela/core/Client"
import * as Endpoint from "@candela/core/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import type * as Snapshot from "@candela/market/Snapshot"
import * as Context from "effect/Context"
import type * as Layer from "effect/Layer"
import * as Bars from "./Bars.js"
import * as Indicators from "./Indicators.js"
import * as Snapshots from "./Snapshots.js"
import * as Trades from "./Trades.js"

const own = {
  /**
   * Aggregate bars of a pair over a range of time, in UTC: crypto pairs trade at all hours. An interval without trades has no bar.
   *
   * @specification 1
   * @example { cryptoTicker: "X:BTCUSD", multiplier: 1, timespan: "day", from: "2025-05-01", to: "2025-06-27" }
   */
  bars: Bars.bars,
  /**
   * The bar of the previous day, in UTC: the last one before today that the plan sees whole.
   *
   * @specification 4
   * @example { cryptoTicker: "X:BTCUSD" }
   */
  previousDayBar: Bars.previousDayBar,
  /**
   * The 20 pairs that have risen or fallen most since the previous close, in percent, the largest change first. Fewer where fewer have moved that
   * way; none from 00:00 to 04:00 New York, while snapshots are cleared.
   *
   * @specification the pattern of endpoint 18
   * @example { direction: "gainers" }
   */
  movers: Snapshots.movers,
  /**
   * The snapshot of a pair: its day so far, its day before, its last trade. It is cleared daily at 00:00 New York and fills again from 04:00.
   * `NotFound` for a pair that the service does not know.
   *
   * @specification the pattern of endpoint 17
   * @example { ticker: "X:BTCUSD" }
   */
  snapshot: Snapshots.snapshot,
  /**
   * The snapshots of all pairs, or of some. They are cleared daily at 00:00 New York and fill again from 04:00.
   *
   * @specification the pattern of endpoint 16
   * @example { tickers: ["X:BTCUSD", "X:ETHUSD"] }
   */
  snapshots: Snapshots.snapshots,
  /**
   * The trades of a pair on a day, in the order of time. `offset` continues after the last trade of an answer. `NotFound` for a pair that the service
   * does not know, and on a day without trades.
   *
   * @specification Crypto trade tick
   * @example { from: "BTC", to: "USD", date: "2025-06-27" }
   */
  trades: Trades.trades,
}

/** The endpoints of the service, under the names of its methods. */
const endpoints: typeof own & typeof Indicators.indicators = /* @__PURE__ */ Endpoint.ofService("crypto", {
  ...own,
  ...Indicators.indicators,
})

/** Crypto pairs: bars, the trades of a day, technical indicators, and snapshots. */
export class Crypto extends Context.Tag("@candela/crypto/Crypto")<Crypto, Crypto.Service>() {
  /** The declarations behind the methods. */
  static readonly endpoints: typeof endpoints = endpoints
  /** The service on a market-data connection. */
  static readonly layer: Layer.Layer<Crypto, never, MarketData> = /* @__PURE__ */ Client.layer(Crypto, endpoints)
}

/** Types of the service: its methods and their requests. */
export declare namespace Crypto {
  /** The methods. */
  export interface Service extends Client.Methods<typeof endpoints> {}
  export type BarsRequest = Bars.BarsRequest
  /** Which movers to request. */
  export type MoversRequest = Snapshot.MoversRequest
  export type EmaRequest = Indicators.EmaRequest
  export type MacdRequest = Indicators.MacdRequest
  export type PreviousDayBarRequest = Bars.PreviousDayBarRequest
  export type RsiRequest = Indicators.RsiRequest
  export type SmaRequest = Indicators.SmaRequest
  export type SnapshotRequest = Snapshots.SnapshotRequest
  export type SnapshotsRequest = Snapshots.SnapshotsRequest
  export type TradesRequest = Trades.TradesRequest
}
