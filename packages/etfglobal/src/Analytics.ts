/** Scores of funds: risk, reward and quantitative factors. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Ticker from "@candela/market/Ticker"
import * as Fund from "./Fund.js"

/** A score of a quantitative factor: 100 is best. */
const Score = Field.like(Unit.Points, 0, 99.9)
/** A score of a risk or of the reward: 10 is most. */
const Tenth = Field.like(Unit.Points, 0.05, 9.95)

const own = {
  /** Grade of the quantitative score: `A` (71 points or more), `B` (56 or more), `C` and so on. */
  quant_grade: Field.optional(Field.openEnum("A", "B", "C", "D", "E", "F")),
  /** All factors together; points from 0 to 100. */
  quant_total_score: Field.optional(Score),
  /** Trends of the price: short, intermediate and long term; points from 0 to 100. */
  quant_composite_technical: Field.optional(Score),
  /** Trend of the price, short term; points from 0 to 100. */
  quant_technical_st: Field.optional(Score),
  /** Trend of the price, intermediate term; points from 0 to 100. */
  quant_technical_it: Field.optional(Score),
  /** Trend of the price, long term; points from 0 to 100. */
  quant_technical_lt: Field.optional(Score),
  /** Mood of the market: options, short interest and implied volatility; points from 0 to 100. */
  quant_composite_sentiment: Field.optional(Score),
  /** Mood of the market, by the ratio of puts to calls; points from 0 to 100. */
  quant_sentiment_pc: Field.optional(Score),
  /** Mood of the market, by short interest; points from 0 to 100. */
  quant_sentiment_si: Field.optional(Score),
  /** Mood of the market, by the implied volatility of options; points from 0 to 100. */
  quant_sentiment_iv: Field.optional(Score),
  /** Behaviour of investors: technical and sentiment factors together; points from 0 to 100. */
  quant_composite_behavioral: Field.optional(Score),
  /** Valuation of what the fund holds; points from 0 to 100. */
  quant_composite_fundamental: Field.optional(Score),
  /** Valuation, by price to earnings; points from 0 to 100. */
  quant_fundamental_pe: Field.optional(Score),
  /** Valuation, by price to cash flow; points from 0 to 100. */
  quant_fundamental_pcf: Field.optional(Score),
  /** Valuation, by price to book value; points from 0 to 100. */
  quant_fundamental_pb: Field.optional(Score),
  /** Valuation, by dividend yield; points from 0 to 100. */
  quant_fundamental_div: Field.optional(Score),
  /** Themes of the world: sector and country; points from 0 to 100. */
  quant_composite_global: Field.optional(Score),
  /** Themes of the world, by sector; points from 0 to 100. */
  quant_global_sector: Field.optional(Score),
  /** Themes of the world, by country; points from 0 to 100. */
  quant_global_country: Field.optional(Score),
  /** Quality: liquidity, diversification and issuer; points from 0 to 100. */
  quant_composite_quality: Field.optional(Score),
  /** Quality, by how easily the fund trades; points from 0 to 100. */
  quant_quality_liquidity: Field.optional(Score),
  /** Quality, by the diversification of its holdings; points from 0 to 100. */
  quant_quality_diversification: Field.optional(Score),
  /** Quality, by the firm that issued it; points from 0 to 100. */
  quant_quality_firm: Field.optional(Score),
  /** Prospect of return, points from 0 to 10: ETF Global's green diamonds. */
  reward_score: Field.optional(Tenth),
  /** All risks together, ETF Global's red diamonds; points from 0 to 10. */
  risk_total_score: Field.optional(Tenth),
  /** Risk of changing prices; points from 0 to 10. */
  risk_volatility: Field.optional(Tenth),
  /** Risk of departing from the expected return; points from 0 to 10. */
  risk_deviation: Field.optional(Tenth),
  /** Risk of the countries invested in; points from 0 to 10. */
  risk_country: Field.optional(Tenth),
  /** Risk of the fund's legal and technical structure; points from 0 to 10. */
  risk_structure: Field.optional(Tenth),
  /** Risk of not being able to trade; points from 0 to 10. */
  risk_liquidity: Field.optional(Tenth),
  /** Risk of high costs; points from 0 to 10. */
  risk_efficiency: Field.optional(Tenth),
}

const fields = { ...Fund.fields, ...own }

/** Scores of a fund on a day. */
export interface FundAnalytics extends Fund.Fund, Field.Row<typeof own> {}

/** Schema of {@link FundAnalytics}. */
export const FundAnalytics: Field.SchemaOf<FundAnalytics, typeof fields> = Field.struct(fields, "FundAnalytics")

const params = {
  composite_ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  processed_date: Filter.range(Param.Date),
  effective_date: Filter.range(Param.Date),
  risk_total_score: Filter.range(Param.Number),
  reward_score: Filter.range(Param.Number),
  quant_total_score: Filter.range(Param.Number),
  quant_grade: Filter.rangeOrAnyOf(Param.String),
  quant_composite_technical: Filter.range(Param.Number),
  quant_composite_sentiment: Filter.range(Param.Number),
  quant_composite_behavioral: Filter.range(Param.Number),
  quant_composite_fundamental: Filter.range(Param.Number),
  quant_composite_global: Filter.range(Param.Number),
  quant_composite_quality: Filter.range(Param.Number),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 5000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["composite_ticker", "asc"] }),
}

/** Request for scores of funds. */
export interface AnalyticsRequest
  extends Endpoint.RequestOn<typeof Fund.fields & typeof own, typeof params>, Endpoint.Named {}

export const analytics: Endpoint.Paged<AnalyticsRequest, FundAnalytics, typeof params> = Endpoint.paged({
  path: "/etf-global/v1/analytics",
  params,
  row: FundAnalytics,
})
