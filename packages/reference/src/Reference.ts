/**
 * The tickers of all markets, and the overview of one.
 *
 * @module
 */
import * as Client from "@candela/core/Client"
import type { MarketData } from "@candela/core/MarketData"
import * as Context from "effect/Context"
import type * as Layer from "effect/Layer"

/** The endpoints of the service, under the names of its methods. */
const endpoints = {}

/** The tickers of all markets, and the overview of one. */
export class Reference extends Context.Tag("@candela/reference/Reference")<Reference, Reference.Service>() {
  /** The declarations behind the methods. */
  static readonly endpoints: typeof endpoints = endpoints
  /** The service on a market-data connection. */
  static readonly layer: Layer.Layer<Reference, never, MarketData> = /* @__PURE__ */ Client.layer(Reference, endpoints)
}

/** Types of the service: its methods and their requests. */
export declare namespace Reference {
  /** The methods. */
  export interface Service extends Client.Methods<typeof endpoints> {}
}
