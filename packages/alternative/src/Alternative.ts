/** Alternative data. @module */
import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as MerchantAggregates from "./MerchantAggregates.js"
import * as MerchantHierarchy from "./MerchantHierarchy.js"

/** Endpoints of the service by method name. */
const endpoints = /* @__PURE__ */ Endpoint.ofService("alternative", {
  /**
   * Spending of European consumers by day, merchant, country, channel and panel. Published about 7
   * days after the transactions.
   *
   * @specification 27
   * @example { "transaction_date.gte": "2025-06-23" }
   */
  merchantAggregates: MerchantAggregates.merchantAggregates,
  /**
   * Current and former owners of merchants: one row per period without changes.
   *
   * @specification 28
   * @example {}
   */
  merchantHierarchy: MerchantHierarchy.merchantHierarchy,
})

/** Alternative data: European consumer spending by merchant, and the companies behind the merchants. */
export class Alternative extends Context.Tag("@candela/alternative/Alternative")<Alternative, Alternative.Service>() {
  /** Declarations of the methods. */
  static readonly endpoints: typeof endpoints = endpoints
  /** Makes the service on the connection of the context, for a tag of your own: one for each account. */
  static readonly make: Effect.Effect<Alternative.Service, never, MarketData> = /* @__PURE__ */ Client.make(endpoints)
  /** The service on a market-data connection, built for each connection that it stands on. */
  static readonly layer: Layer.Layer<Alternative, never, MarketData> = /* @__PURE__ */ Client.layer(
    Alternative,
    endpoints,
  )
}

/** Types of the service: its methods and their requests. */
export declare namespace Alternative {
  /** The methods. */
  export interface Service extends Client.Methods<typeof endpoints> {}
  export type MerchantAggregatesRequest = MerchantAggregates.MerchantAggregatesRequest
  export type MerchantHierarchyRequest = MerchantHierarchy.MerchantHierarchyRequest
}
