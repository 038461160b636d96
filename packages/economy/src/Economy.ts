/** U.S. economic series. @module */
import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as FundingConditions from "./FundingConditions.js"
import * as Inflation from "./Inflation.js"
import * as InflationExpectations from "./InflationExpectations.js"
import * as LaborMarket from "./LaborMarket.js"
import * as TreasuryYields from "./TreasuryYields.js"

/** Endpoints of the service by method name. */
const endpoints = /* @__PURE__ */ Endpoint.ofService("economy", {
  /**
   * Price indexes and their change, one row per month. Updated monthly; records start on 1947-01-01.
   *
   * @specification 24
   * @example { "date.gte": "2023-01-01" }
   */
  inflation: Inflation.inflation,
  /**
   * Expected inflation: breakeven rates and model estimates, one row per month. Updated monthly;
   * records start on 1982-01-01.
   *
   * @specification 25
   * @example { "date.gte": "2023-01-01" }
   */
  inflationExpectations: InflationExpectations.inflationExpectations,
  /**
   * Policy rates, overnight rates, operations and commercial paper, one row per calendar day.
   * Updated daily; records start on 1954-07-01.
   *
   * @specification 26
   * @example { "date.gte": "2025-05-01" }
   */
  fundingConditions: FundingConditions.fundingConditions,
  /**
   * Yields of Treasury securities of eleven maturities, one row per business day. Updated daily; records start on
   * 1962-01-02.
   *
   * @example { "date.gte": "2025-05-01" }
   */
  treasuryYields: TreasuryYields.treasuryYields,
  /**
   * Unemployment, participation, hourly earnings and job openings, one row per month. Updated monthly; records start
   * on 1948-01-01.
   *
   * @example { "date.gte": "2023-01-01" }
   */
  laborMarket: LaborMarket.laborMarket,
})

/** U.S. economic series: inflation, expected inflation, funding conditions, Treasury yields and the labor market. */
export class Economy extends Context.Tag("@candela/economy/Economy")<Economy, Economy.Service>() {
  /** Declarations of the methods. */
  static readonly endpoints: typeof endpoints = endpoints
  /** Makes the service on the connection of the context, for a tag of your own: one for each account. */
  static readonly make: Effect.Effect<Economy.Service, never, MarketData> = /* @__PURE__ */ Client.make(endpoints)
  /** The service on a market-data connection, built for each connection that it stands on. */
  static readonly layer: Layer.Layer<Economy, never, MarketData> = /* @__PURE__ */ Client.layer(Economy, endpoints)
}

/** Types of the service: its methods and their requests. */
export declare namespace Economy {
  /** The methods. */
  export interface Service extends Client.Methods<typeof endpoints> {}
  export type FundingConditionsRequest = FundingConditions.FundingConditionsRequest
  export type InflationExpectationsRequest = InflationExpectations.InflationExpectationsRequest
  export type InflationRequest = Inflation.InflationRequest
  export type LaborMarketRequest = LaborMarket.LaborMarketRequest
  export type TreasuryYieldsRequest = TreasuryYields.TreasuryYieldsRequest
}
