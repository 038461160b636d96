/** TODO: what the service gives. @module */
import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Indicators from "./Indicators.js"
import * as PreviousDayBar from "./PreviousDayBar.js"

const own = {
  /**
   * TODO: Get the previous day's open, high, low, and close (OHLC) for the specified index.
   *
   * @example { indicesTicker: "I:NDX" }
   */
  previousDayBar: PreviousDayBar.previousDayBar,
}

/** Endpoints of the service by method name. */
const endpoints: typeof own & typeof Indicators.indicators = /* @__PURE__ */ Endpoint.ofService("indices", {
  ...own,
  ...Indicators.indicators,
})

/** TODO: what the service gives. */
export class Indices extends Context.Tag("@candela/indices/Indices")<Indices, Indices.Service>() {
  /** Declarations of the methods. */
  static readonly endpoints: typeof endpoints = endpoints
  /** Makes the service on the connection of the context, for a tag of your own: one for each account. */
  static readonly make: Effect.Effect<Indices.Service, never, MarketData> = /* @__PURE__ */ Client.make(endpoints)
  /** The service on a market-data connection, built for each connection that it stands on. */
  static readonly layer: Layer.Layer<Indices, never, MarketData> = /* @__PURE__ */ Client.layer(Indices, endpoints)
}

/** Types of the service: its methods and their requests. */
export declare namespace Indices {
  /** The methods. */
  export interface Service extends Client.Methods<typeof endpoints> {}
  export type EmaRequest = Indicators.EmaRequest
  export type MacdRequest = Indicators.MacdRequest
  export type PreviousDayBarRequest = PreviousDayBar.PreviousDayBarRequest
  export type RsiRequest = Indicators.RsiRequest
  export type SmaRequest = Indicators.SmaRequest
}
