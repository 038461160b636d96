/**
 * U.S. stocks.
 *
 * @module
 */
import * as Client from "@candela/core/Client"
import type { MarketData } from "@candela/core/MarketData"
import type * as Method from "@candela/core/Method"
import type { Bar } from "@candela/market/Bar"
import type { BarPage } from "@candela/market/BarPage"
import * as Context from "effect/Context"
import type * as Layer from "effect/Layer"
import * as Bars from "./Bars.js"
import type { BarsRequest, PreviousDayBarRequest } from "./Bars.js"
import * as DailySummary from "./DailySummary.js"
import type { DailyMarketSummaryRequest, OpenCloseRequest } from "./DailySummary.js"

/** The endpoints of the service, under the names of its methods. */
const endpoints = {
  bars: Bars.bars,
  dailyMarketSummary: DailySummary.dailyMarketSummary,
  openClose: DailySummary.openClose,
  previousDayBar: Bars.previousDayBar,
}

/** U.S. stocks: bars, the market's day, a stock's day. */
export class Stocks extends Context.Tag("@candela/stocks/Stocks")<Stocks, Stocks.Service>() {
  /** The declarations behind the methods. */
  static readonly endpoints: typeof endpoints = endpoints
  /** The service on a market-data connection. */
  static readonly layer: Layer.Layer<Stocks, never, MarketData> = /* @__PURE__ */ Client.layer(Stocks, endpoints)
}

/** Types of the service: its methods and their requests. */
export declare namespace Stocks {
  /** The methods. */
  export interface Service {
    /**
     * Aggregate bars over a range of time: pre-market, regular and after-hours trades, in Eastern Time. An interval without qualifying trades has no
     * bar. (specification, endpoint 1)
     */
    readonly bars: Method.History<BarsRequest, Bar, BarPage<Bar>>
    /** One daily bar per U.S. stock; no rows on a day without trading. (specification, endpoint 2) */
    readonly dailyMarketSummary: Method.Single<DailyMarketSummaryRequest, BarPage<DailySummary.DailyBar>>
    /** A stock's day: regular session, pre-market and after-hours. `NotFound` when it did not trade. (specification, endpoint 3) */
    readonly openClose: Method.Single<OpenCloseRequest, DailySummary.OpenClose>
    /** The previous trading day's bar. (specification, endpoint 4) */
    readonly previousDayBar: Method.Single<PreviousDayBarRequest, BarPage<Bars.PreviousDayBar>>
  }
  export type { BarsRequest, DailyMarketSummaryRequest, OpenCloseRequest, PreviousDayBarRequest }
}
