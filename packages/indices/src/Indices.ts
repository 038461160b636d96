/** Market indices: bars, days and latest values. @module */
import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Bars from "./Bars.js"
import * as OpenClose from "./OpenClose.js"
import * as Snapshots from "./Snapshots.js"
import * as Indicators from "./Indicators.js"

const own = {
  /**
   * Bars of an index over a time range, in Eastern Time and in points: they have no volume. An interval in which the
   * index is not computed has no bar.
   *
   * @example { indicesTicker: "I:SPX", multiplier: 1, timespan: "day", from: "2025-05-01", to: "2025-06-27" }
   */
  bars: Bars.bars,
  /**
   * The day of an index. `NotFound` for an unknown index, and on a day without a value.
   *
   * @example { indicesTicker: "I:SPX", date: "2025-06-27" }
   */
  openClose: OpenClose.openClose,
  /**
   * The previous trading day's bar.
   *
   * @remarks `Bar.tradingDay(bar, "indices")` returns its day.
   *
   * @example { indicesTicker: "I:SPX" }
   */
  previousDayBar: Bars.previousDayBar,
  /**
   * Latest values of indices, of all or of selected ones, sorted by ticker. A ticker that cannot be resolved is a row
   * with an `error`.
   *
   * @example { "ticker.any_of": ["I:DJI", "I:NDX", "I:SPX"] }
   */
  snapshots: Snapshots.snapshots,
}

/** Endpoints of the service by method name. */
const endpoints: typeof own & typeof Indicators.indicators = /* @__PURE__ */ Endpoint.ofService("indices", {
  ...own,
  ...Indicators.indicators,
})

/** Market indices: bars, days and latest values. */
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
  export type BarsRequest = Bars.BarsRequest
  export type OpenCloseRequest = OpenClose.OpenCloseRequest
  export type PreviousDayBarRequest = Bars.PreviousDayBarRequest
  export type SnapshotsRequest = Snapshots.SnapshotsRequest
  export type EmaRequest = Indicators.EmaRequest
  export type MacdRequest = Indicators.MacdRequest
  export type RsiRequest = Indicators.RsiRequest
  export type SmaRequest = Indicators.SmaRequest
}
