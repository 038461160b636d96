/** Exchange-traded funds, by ETF Global. @module */
import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Analytics from "./Analytics.js"
import * as Constituents from "./Constituents.js"
import * as FundFlows from "./FundFlows.js"
import * as Profiles from "./Profiles.js"
import * as Taxonomies from "./Taxonomies.js"

/** Endpoints of the service by method name. */
const endpoints = /* @__PURE__ */ Endpoint.ofService("etfglobal", {
  /**
   * Profiles of funds: size, costs, trading, exposure and the firms behind them, one row for each day.
   *
   * @example { composite_ticker: "SPY" }
   */
  profiles: Profiles.profiles,
  /**
   * How ETF Global classifies funds: objective, selection, weighting, one row for each day.
   *
   * @example { composite_ticker: "SPY" }
   */
  taxonomies: Taxonomies.taxonomies,
  /**
   * What funds hold, with weights and values, one row for each holding and day.
   *
   * @example { composite_ticker: "SPY" }
   */
  constituents: Constituents.constituents,
  /**
   * Money that flows into funds and out of them, one row for each day.
   *
   * @example { composite_ticker: "SPY" }
   */
  fundFlows: FundFlows.fundFlows,
  /**
   * Scores of funds: risk, reward and quantitative factors, one row for each day.
   *
   * @example { composite_ticker: "SPY" }
   */
  analytics: Analytics.analytics,
})

/** ETF Global's data on exchange-traded funds: profiles, taxonomies, constituents, flows and scores. */
export class Etfglobal extends Context.Tag("@candela/etfglobal/Etfglobal")<Etfglobal, Etfglobal.Service>() {
  /** Declarations of the methods. */
  static readonly endpoints: typeof endpoints = endpoints
  /** Makes the service on the connection of the context, for a tag of your own: one for each account. */
  static readonly make: Effect.Effect<Etfglobal.Service, never, MarketData> = /* @__PURE__ */ Client.make(endpoints)
  /** The service on a market-data connection, built for each connection that it stands on. */
  static readonly layer: Layer.Layer<Etfglobal, never, MarketData> = /* @__PURE__ */ Client.layer(Etfglobal, endpoints)
}

/** Types of the service: its methods and their requests. */
export declare namespace Etfglobal {
  /** The methods. */
  export interface Service extends Client.Methods<typeof endpoints> {}
  export type AnalyticsRequest = Analytics.AnalyticsRequest
  export type ConstituentsRequest = Constituents.ConstituentsRequest
  export type FundFlowsRequest = FundFlows.FundFlowsRequest
  export type ProfilesRequest = Profiles.ProfilesRequest
  export type TaxonomiesRequest = Taxonomies.TaxonomiesRequest
}
