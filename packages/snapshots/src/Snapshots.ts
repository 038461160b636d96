/**
 * The unified snapshot of stocks, options, forex, crypto and indices; single look-ups are gathered into few requests.
 *
 * @module
 */
import * as Client from "@candela/core/Client"
import type { MarketData } from "@candela/core/MarketData"
import * as Context from "effect/Context"
import type * as Layer from "effect/Layer"

/** The endpoints of the service, under the names of its methods. */
const endpoints = {}

/** The unified snapshot of stocks, options, forex, crypto and indices; single look-ups are gathered into few requests. */
export class Snapshots extends Context.Tag("@candela/snapshots/Snapshots")<Snapshots, Snapshots.Service>() {
  /** The declarations behind the methods. */
  static readonly endpoints: typeof endpoints = endpoints
  /** The service on a market-data connection. */
  static readonly layer: Layer.Layer<Snapshots, never, MarketData> = /* @__PURE__ */ Client.layer(Snapshots, endpoints)
}

/** Types of the service: its methods and their requests. */
export declare namespace Snapshots {
  /** The methods. */
  export interface Service extends Client.Methods<typeof endpoints> {}
}
