/**
 * Futures: products, contracts, their bars, snapshots and settlement prices, and the schedules of
 * their sessions. @module
 */
import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Bars from "./Bars.js"
import * as Contracts from "./Contracts.js"
import * as MarketStatus from "./MarketStatus.js"
import * as Exchanges from "./Exchanges.js"
import * as Products from "./Products.js"
import * as Schedules from "./Schedules.js"
import * as Snapshots from "./Snapshots.js"
import * as Ticks from "./Ticks.js"

/** Endpoints of the service by method name. */
const endpoints = /* @__PURE__ */ Endpoint.ofService("futures", {
  /**
   * Products as of a day or of each day in a range: one row per day and product. Updated daily.
   *
   * @specification 21
   * @example { "date.gte": "2025-06-26" }
   */
  products: Products.products,
  /**
   * Contracts as of a day or of each day in a range: one row per day and contract, with its state
   * on that day. Updated daily.
   *
   * @specification 22
   * @example { "date.gte": "2025-06-30" }
   */
  contracts: Contracts.contracts,
  /**
   * Aggregate bars of a contract, in Central Time. An interval without trades has no bar; an
   * unknown contract has none. Records start on 2017-04-03.
   *
   * @specification 23
   * @example { ticker: "ESU5", resolution: "1session", "window_start.gte": "2025-05-01" }
   */
  bars: Bars.bars,
  /**
   * Latest state of contracts that can be traded: the session, the last minute, trade and quote.
   *
   * @example {}
   */
  snapshots: Snapshots.snapshots,
  /**
   * Schedules of products: when the session of each trading date opens and closes, holidays included.
   *
   * @example { product_code: "ES", "session_end_date.gte": "2025-06-23" }
   */
  schedules: Schedules.schedules,
  /**
   * State of the markets of products now: the last event of their schedules.
   *
   * @example {}
   */
  marketStatus: MarketStatus.marketStatus,
  /**
   * Trades of a contract, to the nanosecond, the latest first. An unknown contract has none.
   *
   * @example { ticker: "ESU5", "timestamp.gte": "2025-06-30T19:59:59Z" }
   */
  trades: Ticks.trades,
  /**
   * Quotes of a contract (best bid and ask), to the nanosecond, the latest first. An unknown contract has none.
   *
   * @example { ticker: "ESU5", "timestamp.gte": "2025-06-30T19:59:58Z" }
   */
  quotes: Ticks.quotes,
  /**
   * The exchanges of the products.
   *
   * @example {}
   */
  exchanges: Exchanges.exchanges,
})

/** Futures: products, contracts, their bars, snapshots and settlement prices, and the schedules of their sessions. */
export class Futures extends Context.Tag("@candela/futures/Futures")<Futures, Futures.Service>() {
  /** Declarations of the methods. */
  static readonly endpoints: typeof endpoints = endpoints
  /** Makes the service on the connection of the context, for a tag of your own: one for each account. */
  static readonly make: Effect.Effect<Futures.Service, never, MarketData> = /* @__PURE__ */ Client.make(endpoints)
  /** The service on a market-data connection, built for each connection that it stands on. */
  static readonly layer: Layer.Layer<Futures, never, MarketData> = /* @__PURE__ */ Client.layer(Futures, endpoints)
}

/** Types of the service: its methods and their requests. */
export declare namespace Futures {
  /** The methods. */
  export interface Service extends Client.Methods<typeof endpoints> {}
  export type BarsRequest = Bars.BarsRequest
  export type ContractsRequest = Contracts.ContractsRequest
  export type MarketStatusRequest = MarketStatus.MarketStatusRequest
  export type ExchangesRequest = Exchanges.ExchangesRequest
  export type ProductsRequest = Products.ProductsRequest
  export type SchedulesRequest = Schedules.SchedulesRequest
  export type SnapshotsRequest = Snapshots.SnapshotsRequest
  export type QuotesRequest = Ticks.QuotesRequest
  export type TradesRequest = Ticks.TradesRequest
}
