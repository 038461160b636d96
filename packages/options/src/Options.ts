/** TODO: what the service gives. @module */
import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Exchanges from "./Exchanges.js"
import * as PreviousDayBar from "./PreviousDayBar.js"
import * as Ticks from "./Ticks.js"

/** Endpoints of the service by method name. */
const endpoints = /* @__PURE__ */ Endpoint.ofService("options", {
  /**
   * TODO: Get the previous day's open, high, low, and close (OHLC) for the specified option contract.
   *
   * @example { optionsTicker: "O:SPY251219C00650000" }
   */
  previousDayBar: PreviousDayBar.previousDayBar,
  /**
   * Trades of a contract, to the nanosecond, the latest first. An unknown contract has none.
   *
   * @example { optionsTicker: "O:AAPL250703C00190000", "timestamp.gte": "2025-06-30T19:58:00Z" }
   */
  trades: Ticks.trades,
  /**
   * Quotes of a contract (the national best bid and offer), to the nanosecond, the latest first. An unknown contract
   * has none.
   *
   * @example { optionsTicker: "O:AAPL250703C00190000", "timestamp.gte": "2025-06-30T19:55:00Z" }
   */
  quotes: Ticks.quotes,
  /**
   * Last trade of a contract, as visible on the plan. `NotFound` for an unknown contract, and for one never traded.
   *
   * @example { optionsTicker: "O:AAPL250703C00190000" }
   */
  lastTrade: Ticks.lastTrade,
  /**
   * The exchanges on which options trade.
   *
   * @example {}
   */
  exchanges: Exchanges.exchanges,
})

/** TODO: what the service gives. */
export class Options extends Context.Tag("@candela/options/Options")<Options, Options.Service>() {
  /** Declarations of the methods. */
  static readonly endpoints: typeof endpoints = endpoints
  /** Makes the service on the connection of the context, for a tag of your own: one for each account. */
  static readonly make: Effect.Effect<Options.Service, never, MarketData> = /* @__PURE__ */ Client.make(endpoints)
  /** The service on a market-data connection, built for each connection that it stands on. */
  static readonly layer: Layer.Layer<Options, never, MarketData> = /* @__PURE__ */ Client.layer(Options, endpoints)
}

/** Types of the service: its methods and their requests. */
export declare namespace Options {
  /** The methods. */
  export interface Service extends Client.Methods<typeof endpoints> {}
  export type ExchangesRequest = Exchanges.ExchangesRequest
  export type LastTradeRequest = Ticks.LastTradeRequest
  export type QuotesRequest = Ticks.QuotesRequest
  export type TradesRequest = Ticks.TradesRequest
  export type PreviousDayBarRequest = PreviousDayBar.PreviousDayBarRequest
}
