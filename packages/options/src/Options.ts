/** U.S. options: contracts, chains with greeks and implied volatilities, bars, trades and quotes. @module */
import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Bars from "./Bars.js"
import * as Chain from "./Chain.js"
import * as Contracts from "./Contracts.js"
import * as OpenClose from "./OpenClose.js"
import * as Exchanges from "./Exchanges.js"
import * as Ticks from "./Ticks.js"
import * as Indicators from "./Indicators.js"

const own = {
  /**
   * Aggregate bars of a contract over a time range, in Eastern Time. An interval without trades has no bar: a contract
   * may have none on a day, or ever.
   *
   * @example { optionsTicker: "O:AAPL250718C00200000", multiplier: 1, timespan: "day", from:
   *   "2025-05-01", to: "2025-06-27", }
   */
  bars: Bars.bars,
  /**
   * Latest state of the contracts on an underlying, sorted by ticker: prices, greeks, implied volatility and open
   * interest. Contracts that have expired are not part of it; an unknown underlying has none.
   *
   * @example { underlyingAsset: "AAPL", "strike_price.gte": 195, "strike_price.lte": 205 }
   */
  chain: Chain.chain,
  /**
   * Terms of one contract, also of an expired one. `NotFound` if it is unknown, or was not listed by `as_of`.
   *
   * @example { options_ticker: "O:AAPL250718C00200000" }
   */
  contract: Contracts.contract,
  /**
   * Contracts, sorted by ticker: those that can be traded on a day, or with `expired` those that no longer can.
   *
   * @example { underlying_ticker: "AAPL", expiration_date: "2025-07-18" }
   */
  contracts: Contracts.contracts,
  /**
   * A contract's day. `NotFound` when it was not traded.
   *
   * @example { optionsTicker: "O:AAPL250718C00200000", date: "2025-06-27" }
   */
  openClose: OpenClose.openClose,
  /**
   * The previous trading day's bar; none if the contract was not traded on it.
   *
   * @remarks `Bar.tradingDay(bar, "options")` returns its day.
   *
   * @example { optionsTicker: "O:AAPL250718C00200000" }
   */
  previousDayBar: Bars.previousDayBar,
  /**
   * Latest state of one contract of a chain. `NotFound` for an unknown or expired one, and for one on another
   * underlying.
   *
   * @example { underlyingAsset: "AAPL", optionContract: "O:AAPL250718C00200000" }
   */
  snapshot: Chain.snapshot,
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
}

/** Endpoints of the service by method name. */
const endpoints: typeof own & typeof Indicators.indicators = /* @__PURE__ */ Endpoint.ofService("options", {
  ...own,
  ...Indicators.indicators,
})

/** U.S. options: contracts, chains with greeks and implied volatilities, bars, trades and quotes. */
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
  export type BarsRequest = Bars.BarsRequest
  export type ChainRequest = Chain.ChainRequest
  export type ContractRequest = Contracts.ContractRequest
  export type ContractsRequest = Contracts.ContractsRequest
  export type OpenCloseRequest = OpenClose.OpenCloseRequest
  export type PreviousDayBarRequest = Bars.PreviousDayBarRequest
  export type SnapshotRequest = Chain.SnapshotRequest
  export type ExchangesRequest = Exchanges.ExchangesRequest
  export type LastTradeRequest = Ticks.LastTradeRequest
  export type QuotesRequest = Ticks.QuotesRequest
  export type TradesRequest = Ticks.TradesRequest
  export type EmaRequest = Indicators.EmaRequest
  export type MacdRequest = Indicators.MacdRequest
  export type RsiRequest = Indicators.RsiRequest
  export type SmaRequest = Indicators.SmaRequest
}
