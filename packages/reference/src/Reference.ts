/** The tickers of all markets, the overview of one and its related companies, and the holidays of markets. @module */
import * as Client from "@candela/core/Client"
import * as Endpoint from "@candela/core/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import * as Context from "effect/Context"
import type * as Layer from "effect/Layer"
import * as MarketHolidays from "./MarketHolidays.js"
import * as RelatedCompanies from "./RelatedCompanies.js"
import * as TickerOverview from "./TickerOverview.js"
import * as Tickers from "./Tickers.js"

/** The endpoints of the service, under the names of its methods. */
const endpoints = /* @__PURE__ */ Endpoint.ofService("reference", {
  /**
   * The tickers of all markets, those of a day in the past too, filtered and sorted.
   *
   * @specification 11
   * @example { "ticker.lte": "D" }
   */
  tickers: Tickers.tickers,
  /**
   * What is known of a ticker and its company on a day. `NotFound` when it is unknown, or was not listed yet.
   *
   * @specification 12
   * @example { ticker: "AAPL" }
   */
  ticker: TickerOverview.ticker,
  /**
   * The companies that the service finds related to one, from what the news say of them and how their prices move together. An unknown ticker has none.
   *
   * @example { ticker: "AAPL" }
   */
  relatedCompanies: RelatedCompanies.relatedCompanies,
  /**
   * The holidays of markets and the days on which they close early, as far as they are still to come: one row for each exchange.
   *
   * @example {}
   */
  marketHolidays: MarketHolidays.marketHolidays,
})

/** The tickers of all markets, the overview of one and its related companies, and the holidays of markets. */
export class Reference extends Context.Tag("@candela/reference/Reference")<Reference, Reference.Service>() {
  /** The declarations behind the methods. */
  static readonly endpoints: typeof endpoints = endpoints
  /** The service on a market-data connection. */
  static readonly layer: Layer.Layer<Reference, never, MarketData> = /* @__PURE__ */ Client.layer(Reference, endpoints)
}

/** Types of the service: its methods and their requests. */
export declare namespace Reference {
  /** The methods. */
  export interface Service extends Client.Methods<typeof endpoints> {}
  export type MarketHolidaysRequest = MarketHolidays.MarketHolidaysRequest
  export type RelatedCompaniesRequest = RelatedCompanies.RelatedCompaniesRequest
  export type TickerRequest = TickerOverview.TickerRequest
  export type TickersRequest = Tickers.TickersRequest
}
