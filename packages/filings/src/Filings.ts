/** TODO: what the service gives. @module */
import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as FilingsIndex from "./FilingsIndex.js"

/** Endpoints of the service by method name. */
const endpoints = /* @__PURE__ */ Endpoint.ofService("filings", {
  /**
   * TODO: SEC EDGAR master index providing metadata for all SEC filings including form types, filing dates, and direct
   * links to source documents.
   *
   * @example { "filing_date.gte": "2024-01-01" }
   */
  index: FilingsIndex.index,
})

/** TODO: what the service gives. */
export class Filings extends Context.Tag("@candela/filings/Filings")<Filings, Filings.Service>() {
  /** Declarations of the methods. */
  static readonly endpoints: typeof endpoints = endpoints
  /** Makes the service on the connection of the context, for a tag of your own: one for each account. */
  static readonly make: Effect.Effect<Filings.Service, never, MarketData> = /* @__PURE__ */ Client.make(endpoints)
  /** The service on a market-data connection, built for each connection that it stands on. */
  static readonly layer: Layer.Layer<Filings, never, MarketData> = /* @__PURE__ */ Client.layer(Filings, endpoints)
}

/** Types of the service: its methods and their requests. */
export declare namespace Filings {
  /** The methods. */
  export interface Service extends Client.Methods<typeof endpoints> {}
  export type IndexRequest = FilingsIndex.IndexRequest
}
