/**
 * Currency pairs: conversion, quotes to the nanosecond, and snapshots.
 *
 * @module
 */
import * as Client from "@candela/core/Client"
import type { MarketData } from "@candela/core/MarketData"
import * as Context from "effect/Context"
import type * as Layer from "effect/Layer"

/** The endpoints of the service, under the names of its methods. */
const endpoints = {}

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
}
