/**
 * Crypto pairs: bars, the trades of a day, and technical indicators.
 *
 * @module
 */
import * as Client from "@candela/core/Client"
import type { MarketData } from "@candela/core/MarketData"
import * as Context from "effect/Context"
import type * as Layer from "effect/Layer"

/** The endpoints of the service, under the names of its methods. */
const endpoints = {}

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
}
