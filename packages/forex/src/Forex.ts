/**
 * Currency pairs: conversion, quotes to the nanosecond, and snapshots.
 *
 * @module
 */
import * as Client from "@candela/core/Client"
import type { MarketData } from "@candela/core/MarketData"
import type * as Snapshot from "@candela/market/Snapshot"
import * as Context from "effect/Context"
import type * as Layer from "effect/Layer"
import * as Conversion from "./Conversion.js"
import * as Quotes from "./Quotes.js"
import * as Snapshots from "./Snapshots.js"

/** The endpoints of the service, under the names of its methods. */
const endpoints = {
  /**
   * An amount of one currency in another, in real time, at the middle of the last quote. `NotFound` for a pair that the service does not know. Select currency plans
   * include it; `Unauthorized` on others. (specification, endpoint 13)
   */
  conversion: Conversion.conversion,
  /**
   * The 20 pairs that have risen or fallen most since the previous close, in percent, the largest change first. Fewer where fewer have moved that way; none from
   * 00:00 to 04:00 New York, while snapshots are cleared. (specification, endpoint 18)
   */
  movers: Snapshots.movers,
  /** The history of a pair's quotes, to the nanosecond, the latest first. (specification, endpoint 15) */
  quotes: Quotes.quotes,
  /**
   * The snapshot of a pair: its day so far, its day before, its last quote. It is cleared daily at 00:00 New York and fills again from 04:00. `NotFound` for a pair
   * that the service does not know. (specification, endpoint 17)
   */
  snapshot: Snapshots.snapshot,
  /** The snapshots of all pairs, or of some. They are cleared daily at 00:00 New York and fill again from 04:00. (specification, endpoint 16) */
  snapshots: Snapshots.snapshots,
}

/** Currency pairs: conversion, quotes to the nanosecond, and snapshots. */
export class Forex extends Context.Tag("@candela/forex/Forex")<Forex, Forex.Service>() {
  /** The declarations behind the methods. */
  static readonly endpoints: typeof endpoints = endpoints
  /** The service on a market-data connection. */
  static readonly layer: Layer.Layer<Forex, never, MarketData> = /* @__PURE__ */ Client.layer(Forex, endpoints)
}

/** Types of the service: its methods and their requests. */
export declare namespace Forex {
  /** The methods. */
  export interface Service extends Client.Methods<typeof endpoints> {}
  export type ConversionRequest = Conversion.ConversionRequest
  export type MoversRequest = Snapshot.MoversRequest
  export type QuotesRequest = Quotes.QuotesRequest
  export type SnapshotRequest = Snapshots.SnapshotRequest
  export type SnapshotsRequest = Snapshots.SnapshotsRequest
}
