/** TODO: what the service gives. @module */
import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Firms from "./Firms.js"

/** Endpoints of the service by method name. */
const endpoints = /* @__PURE__ */ Endpoint.ofService("benzinga", {
  /**
   * TODO: A comprehensive database of financial firms, tracking unique identifiers, names, and basic metadata for
   * various financial institutions and research firms.
   *
   * @example {}
   */
  firms: Firms.firms,
})

/** TODO: what the service gives. */
export class Benzinga extends Context.Tag("@candela/benzinga/Benzinga")<Benzinga, Benzinga.Service>() {
  /** Declarations of the methods. */
  static readonly endpoints: typeof endpoints = endpoints
  /** Makes the service on the connection of the context, for a tag of your own: one for each account. */
  static readonly make: Effect.Effect<Benzinga.Service, never, MarketData> = /* @__PURE__ */ Client.make(endpoints)
  /** The service on a market-data connection, built for each connection that it stands on. */
  static readonly layer: Layer.Layer<Benzinga, never, MarketData> = /* @__PURE__ */ Client.layer(Benzinga, endpoints)
}

/** Types of the service: its methods and their requests. */
export declare namespace Benzinga {
  /** The methods. */
  export interface Service extends Client.Methods<typeof endpoints> {}
  export type FirmsRequest = Firms.FirmsRequest
}
