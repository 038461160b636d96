/** The unified snapshot of stocks, options, forex, crypto and indices. @module */
import * as Client from "@candela/core/Client"
import * as Endpoint from "@candela/core/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as LookUp from "./internal/lookUp.js"
import * as SnapshotList from "./SnapshotList.js"
import type { Snapshot } from "./Snapshot.js"

/** The endpoints of the service, under the names of its methods. */
const endpoints = /* @__PURE__ */ Endpoint.ofService("snapshots", {
  /**
   * The newest state of many instruments, of all markets or one, sorted by ticker. A ticker that cannot be resolved is a row with an `error`.
   *
   * @specification 19
   * @example { "ticker.gte": "C:NZDUSD", "ticker.lte": "CSCO" }
   */
  list: SnapshotList.list,
})

/** The unified snapshot of stocks, options, forex, crypto and indices. */
export class Snapshots extends Context.Tag("@candela/snapshots/Snapshots")<Snapshots, Snapshots.Service>() {
  /** The declarations behind the methods. */
  static readonly endpoints: typeof endpoints = endpoints
  /** Makes `get` of `list`. */
  static readonly extend = (methods: Client.Methods<typeof endpoints>): Effect.Effect<Snapshots.LookUps> =>
    Effect.map(LookUp.make(endpoints.list, methods.list), (get) => ({ get }))
  /** The service on a market-data connection. */
  static readonly layer: Layer.Layer<Snapshots, never, MarketData> = /* @__PURE__ */ Client.layer(
    Snapshots,
    endpoints,
    Snapshots.extend,
  )
}

/** Types of the service: its methods and their requests. */
export declare namespace Snapshots {
  /** The methods that single out one instrument. */
  export interface LookUps {
    /**
     * The newest state of one instrument. Calls made side by side, from any fiber, leave as one request for up to 250 tickers; a ticker that is asked for twice
     * is requested once. Fails with `NotFound` for a ticker that the service does not know, `Unauthorized` where the key's plan lacks its data, `Conflict` where
     * the service refuses the ticker, `DecodeError` where the schema refuses its row: only its own callers fail. Requests are retried by the layer's policy, not
     * by that of one of their callers.
     */
    readonly get: (ticker: string) => Effect.Effect<Snapshot, MarketDataError>
  }
  /** The methods. */
  export interface Service extends Client.Methods<typeof endpoints>, LookUps {}
  export type ListRequest = SnapshotList.ListRequest
}
