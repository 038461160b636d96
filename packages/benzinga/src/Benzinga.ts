/** Ratings, earnings, guidance and news of Benzinga. @module */
import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as AnalystInsights from "./AnalystInsights.js"
import * as Analysts from "./Analysts.js"
import * as BullsBearsSay from "./BullsBearsSay.js"
import * as ConsensusRatings from "./ConsensusRatings.js"
import * as Earnings from "./Earnings.js"
import * as Firms from "./Firms.js"
import * as Guidance from "./Guidance.js"
import * as News from "./News.js"
import * as Ratings from "./Ratings.js"

/** Endpoints of the service by method name. */
const endpoints = /* @__PURE__ */ Endpoint.ofService("benzinga", {
  /**
   * Ratings and price targets of analysts, each with what changed. The ones last changed come first.
   *
   * @example { "date.gte": "2025-01-01" }
   */
  ratings: Ratings.ratings,
  /**
   * What analysts together say about a stock: how many rate it how, and their price targets. One row; an unknown
   * ticker has none.
   *
   * @example { ticker: "AAPL" }
   */
  consensusRatings: ConsensusRatings.consensusRatings,
  /**
   * What analysts say about their ratings, as text.
   *
   * @example { "date.gte": "2025-01-01" }
   */
  analystInsights: AnalystInsights.analystInsights,
  /**
   * Analysts who rate stocks, with the performance of their ratings.
   *
   * @example {}
   */
  analysts: Analysts.analysts,
  /**
   * Firms that rate stocks.
   *
   * @example {}
   */
  firms: Firms.firms,
  /**
   * Earnings of companies, past and coming: reported and expected earnings per share and revenue.
   *
   * @example { "date.gte": "2025-01-01" }
   */
  earnings: Earnings.earnings,
  /**
   * What companies expect of their own earnings per share and revenue.
   *
   * @example { "date.gte": "2025-01-01" }
   */
  guidance: Guidance.guidance,
  /**
   * The cases for and against a stock, in short.
   *
   * @example { "ticker.lte": "D" }
   */
  bullsBearsSay: BullsBearsSay.bullsBearsSay,
  /**
   * Articles of Benzinga, with their text. The newest come first.
   *
   * @example { "published.gte": "2025-01-01" }
   */
  news: News.news,
})

/** Benzinga's data: ratings, consensus, insights, analysts, firms, earnings, guidance and news. */
export class Benzinga extends Context.Tag("@candela/benzinga/Benzinga")<Benzinga, Benzinga.Service>() {
  /** Declarations of the methods. */
  static readonly endpoints: typeof endpoints = endpoints
  /** Makes the service on the connection of the context, for a tag of your own: one for each account. */
  static readonly make: Effect.Effect<Benzinga.Service, never, MarketData> = /* @__PURE__ */ Client.make(endpoints)
  /** The service on a market-data connection, built for each connection that it stands on. */
  static readonly layer: Layer.Layer<Benzinga, never, MarketData> = /* @__PURE__ */ Client.layer(Benzinga, endpoints)
}

/** Types of the service: its methods and their requests. */
export declare namespace Benzinga {
  /** The methods. */
  export interface Service extends Client.Methods<typeof endpoints> {}
  export type AnalystInsightsRequest = AnalystInsights.AnalystInsightsRequest
  export type AnalystsRequest = Analysts.AnalystsRequest
  export type BullsBearsSayRequest = BullsBearsSay.BullsBearsSayRequest
  export type ConsensusRatingsRequest = ConsensusRatings.ConsensusRatingsRequest
  export type EarningsRequest = Earnings.EarningsRequest
  export type FirmsRequest = Firms.FirmsRequest
  export type GuidanceRequest = Guidance.GuidanceRequest
  export type NewsRequest = News.NewsRequest
  export type RatingsRequest = Ratings.RatingsRequest
}
