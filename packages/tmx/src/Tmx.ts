/** Events of companies, by TMX. @module */
import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as CorporateEvents from "./CorporateEvents.js"

/** Endpoints of the service by method name. */
const endpoints = /* @__PURE__ */ Endpoint.ofService("tmx", {
  /**
   * Events of companies, past and coming: reports of earnings, meetings, conferences, dividends, splits.
   *
   * @example { "date.gte": "2025-01-01" }
   */
  corporateEvents: CorporateEvents.corporateEvents,
})

/** TMX's calendar of events of companies. */
export class Tmx extends Context.Tag("@candela/tmx/Tmx")<Tmx, Tmx.Service>() {
  /** Declarations of the methods. */
  static readonly endpoints: typeof endpoints = endpoints
  /** Makes the service on the connection of the context, for a tag of your own: one for each account. */
  static readonly make: Effect.Effect<Tmx.Service, never, MarketData> = /* @__PURE__ */ Client.make(endpoints)
  /** The service on a market-data connection, built for each connection that it stands on. */
  static readonly layer: Layer.Layer<Tmx, never, MarketData> = /* @__PURE__ */ Client.layer(Tmx, endpoints)
}

/** Types of the service: its methods and their requests. */
export declare namespace Tmx {
  /** The methods. */
  export interface Service extends Client.Methods<typeof endpoints> {}
  export type CorporateEventsRequest = CorporateEvents.CorporateEventsRequest
}
