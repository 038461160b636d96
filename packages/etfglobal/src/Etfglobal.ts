/** TODO: what the service gives. @module */
import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Taxonomies from "./Taxonomies.js"

/** Endpoints of the service by method name. */
const endpoints = /* @__PURE__ */ Endpoint.ofService("etfglobal", {
  /**
   * TODO: ETF Global taxonomy data containing detailed classification and categorization information for ETFs including
   * investment strategy, methodology, and structural characteristics.
   *
   * @example { "processed_date.gte": "2024-01-01" }
   */
  taxonomies: Taxonomies.taxonomies,
})

/** TODO: what the service gives. */
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
  export type TaxonomiesRequest = Taxonomies.TaxonomiesRequest
}
