/**
 * Crypto pairs: bars, the trades of a day, and technical indicators.
 *
 * @module
 */
import * as Client from "@candela/core/Client"
import type { MarketData } from "@candela/core/MarketData"
import * as Context from "effect/Context"
import type * as Layer from "effect/Layer"
import * as Bars from "./Bars.js"
import * as Indicators from "./Indicators.js"
import * as Trades from "./Trades.js"

/** The endpoints of the service, under the names of its methods. */
const endpoints = {
  /**
   * Aggregate bars of a pair over a range of time, in UTC: crypto pairs trade at all hours. An interval without trades has no bar. (specification,
   * endpoint 1: the stock path with a pair's ticker)
   */
  bars: Bars.bars,
  /**
   * Simple moving averages of a pair's bars, the latest first: the mean price of each bar and those before it, `window` in all. The first bars of a history
   * have no value. (specification, endpoint 20)
   */
  sma: Indicators.sma,
  /**
   * The trades of a pair on a day, in the order of time. `offset` continues after the last trade of an answer. `NotFound` for a pair that the service does not
   * know, and on a day without trades. (specification, Crypto trade tick)
   */
  trades: Trades.trades,
}

/** Crypto pairs: bars, the trades of a day, and technical indicators. */
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
  export type SmaRequest = Indicators.SmaRequest
  export type TradesRequest = Trades.TradesRequest
}
