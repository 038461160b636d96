/**
 * The tickers of all markets, the overview of one and its related companies, whether markets trade,
 * and offerings. @module
 */
import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Conditions from "./Conditions.js"
import * as Exchanges from "./Exchanges.js"
import * as Ipos from "./Ipos.js"
import * as MarketHolidays from "./MarketHolidays.js"
import * as MarketStatus from "./MarketStatus.js"
import * as RelatedCompanies from "./RelatedCompanies.js"
import * as TickerEvents from "./TickerEvents.js"
import * as TickerOverview from "./TickerOverview.js"
import * as TickerTypes from "./TickerTypes.js"
import * as Tickers from "./Tickers.js"

/** Endpoints of the service by method name. */
const endpoints = /* @__PURE__ */ Endpoint.ofService("reference", {
  /**
   * Tickers of all markets, also as of a past day, filtered and sorted.
   *
   * @specification 11
   * @example { "ticker.lte": "D" }
   */
  tickers: Tickers.tickers,
  /**
   * Details of a ticker and its company on a day. `NotFound` if it is unknown or was not listed yet.
   *
   * @specification 12
   * @example { ticker: "AAPL" }
   */
  ticker: TickerOverview.ticker,
  /**
   * Companies related to a company, by news coverage and correlated prices. An unknown ticker has none.
   *
   * @example { ticker: "AAPL" }
   */
  relatedCompanies: RelatedCompanies.relatedCompanies,
  /**
   * Upcoming holidays and early closes of markets: one row per exchange.
   *
   * @example {}
   */
  marketHolidays: MarketHolidays.marketHolidays,
  /**
   * Whether the markets trade now: U.S. stocks and their exchanges, currencies, and the indices of each provider.
   *
   * @example {}
   */
  marketStatus: MarketStatus.marketStatus,
  /**
   * Types of tickers: the codes in `type` of a ticker, with their meanings.
   *
   * @example {}
   */
  tickerTypes: TickerTypes.tickerTypes,
  /**
   * Tickers that a company has had, each with its first day. `NotFound` if the ticker is unknown.
   *
   * @example { id: "META" }
   */
  tickerEvents: TickerEvents.tickerEvents,
  /**
   * Conditions of trades and quotes: their meaning, their codes at the consolidators, and which prices of a bar a
   * trade with them changes. `Trades.bars` of `@candela/market` makes bars by these rules.
   *
   * @example { asset_class: "stocks" }
   */
  conditions: Conditions.conditions,
  /**
   * Exchanges of all markets, and the facilities that report trades off them.
   *
   * @example {}
   */
  exchanges: Exchanges.exchanges,
  /**
   * Initial public offerings and direct listings, past and coming. The newest come first.
   *
   * @example { ipo_status: "history" }
   */
  ipos: Ipos.ipos,
})

/** The tickers of all markets, their types and changes, overviews, related companies, and whether markets trade. */
export class Reference extends Context.Tag("@candela/reference/Reference")<Reference, Reference.Service>() {
  /** Declarations of the methods. */
  static readonly endpoints: typeof endpoints = endpoints
  /** Makes the service on the connection of the context, for a tag of your own: one for each account. */
  static readonly make: Effect.Effect<Reference.Service, never, MarketData> = /* @__PURE__ */ Client.make(endpoints)
  /** The service on a market-data connection, built for each connection that it stands on. */
  static readonly layer: Layer.Layer<Reference, never, MarketData> = /* @__PURE__ */ Client.layer(Reference, endpoints)
}

/** Types of the service: its methods and their requests. */
export declare namespace Reference {
  /** The methods. */
  export interface Service extends Client.Methods<typeof endpoints> {}
  export type ConditionsRequest = Conditions.ConditionsRequest
  export type ExchangesRequest = Exchanges.ExchangesRequest
  export type IposRequest = Ipos.IposRequest
  export type MarketHolidaysRequest = MarketHolidays.MarketHolidaysRequest
  export type MarketStatusRequest = MarketStatus.MarketStatusRequest
  export type RelatedCompaniesRequest = RelatedCompanies.RelatedCompaniesRequest
  export type TickerEventsRequest = TickerEvents.TickerEventsRequest
  export type TickerRequest = TickerOverview.TickerRequest
  export type TickerTypesRequest = TickerTypes.TickerTypesRequest
  export type TickersRequest = Tickers.TickersRequest
}
