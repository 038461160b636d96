/** The unified snapshot of stocks, options, forex, crypto and indices. @module */
import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import type { CallError } from "@candela/core/MarketDataError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as LookUp from "./internal/lookUp.js"
import * as SnapshotList from "./SnapshotList.js"
import type { Snapshot } from "./Snapshot.js"

/** Endpoints of the service by method name. */
const endpoints = /* @__PURE__ */ Endpoint.ofService("snapshots", {
  /**
   * Latest state of many instruments, of all markets or one, sorted by ticker. A ticker that cannot
   * be resolved is a row with an `error`.
   *
   * @specification 19
   * @example { "ticker.gte": "C:NZDUSD", "ticker.lte": "CSCO" }
   */
  list: SnapshotList.list,
})

/** The unified snapshot of stocks, options, forex, crypto and indices. */
export class Snapshots extends Context.Tag("@candela/snapshots/Snapshots")<Snapshots, Snapshots.Service>() {
  /** Declarations of the methods. */
  static readonly endpoints: typeof endpoints = endpoints
  /** Builds `get` on `list`. */
  static readonly extend = (methods: Client.Methods<typeof endpoints>): Effect.Effect<Snapshots.LookUps> =>
    Effect.map(LookUp.make(endpoints.list, methods.list), (get) => ({ get }))
  /** Makes the service on the connection of the context, for a tag of your own: one for each account. */
  static readonly make: Effect.Effect<Snapshots.Service, never, MarketData> = /* @__PURE__ */ Client.make(
    endpoints,
    Snapshots.extend,
  )
  /** The service on a market-data connection, built for each connection that it stands on. */
  static readonly layer: Layer.Layer<Snapshots, never, MarketData> = /* @__PURE__ */ Client.layer(
    Snapshots,
    endpoints,
    Snapshots.extend,
  )
}

/** Types of the service: its methods and their requests. */
export declare namespace Snapshots {
  /** Methods for one instrument. */
  export interface LookUps {
    /**
     * Latest state of one instrument. Concurrent calls from any fiber are batched into one request for up to 250
     * tickers; duplicate tickers are requested once. Fails with `NotFound` for an unknown ticker, `Unauthorized`
     * if the key's plan lacks its data, `Conflict` if the service rejects the ticker, `DecodeError` if the
     * schema rejects its row: only the callers of that ticker fail. Requests are retried by the layer's policy.
     */
    readonly get: (ticker: string) => Effect.Effect<Snapshot, CallError>
  }
  /** The methods. */
  export interface Service extends Client.Methods<typeof endpoints>, LookUps {}
  export type ListRequest = SnapshotList.ListRequest
}
