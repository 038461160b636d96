/** TODO: ETF Global taxonomy data containing detailed classification and categorization information for ETFs including investment strategy, methodology, and structural characteristics. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const fields = {
  /** TODO: The primary type of assets held by the ETF, such as equities, bonds, commodities, or other securities. */
  asset_class: Field.optional(Schema.String),
  /** TODO: The broad investment category that describes the ETF's investment focus and strategy. */
  category: Field.optional(Schema.String),
  /** TODO: The stock ticker symbol used to identify this ETF product on exchanges. */
  composite_ticker: Field.optional(Schema.String),
  /** TODO: The specific country focus of the ETF, if applicable. */
  country: Field.optional(Schema.String),
  /** TODO: Credit quality rating for fixed income ETFs. */
  credit_quality_rating: Field.optional(Schema.String),
  /** TODO: The official name and description of the ETF product. */
  description: Field.optional(Schema.String),
  /**
   * TODO: The economic development classification of the markets the ETF invests in, such as developed, emerging, or
   * frontier markets.
   */
  development_class: Field.optional(Schema.String),
  /** TODO: The duration characteristics for fixed income ETFs. */
  duration: Field.optional(Schema.String),
  /**
   * TODO: The date showing when the information was accurate or valid; some issuers, such as Vanguard, release their
   * data on a delay, so the effective_date can be several weeks earlier than the processed_date, `yyyy-mm-dd`.
   */
  effective_date: Field.optional(Unit.Date),
  /** TODO: Environmental, Social, and Governance characteristics. */
  esg: Field.optional(Schema.String),
  /** TODO: The mechanism used to achieve exposure. */
  exposure_mechanism: Field.optional(Schema.String),
  /** TODO: Factor exposure characteristics of the ETF. */
  factor: Field.optional(Schema.String),
  /**
   * TODO: The specific investment focus or exposure that the ETF provides, such as sector, geography, or investment
   * style.
   */
  focus: Field.optional(Schema.String),
  /** TODO: The frequency of hedge reset, if applicable. */
  hedge_reset: Field.optional(Schema.String),
  /** TODO: How frequently holdings are disclosed. */
  holdings_disclosure_frequency: Field.optional(Schema.String),
  /** TODO: The date when this ETF was first launched and became available for trading, `yyyy-mm-dd`. */
  inception_date: Field.optional(Unit.Date),
  /**
   * TODO: The International Securities Identification Number, a global standard code for uniquely identifying this ETF
   * worldwide.
   */
  isin: Field.optional(Schema.String),
  /** TODO: The financial institution or fund company that created and sponsors this ETF. */
  issuer: Field.optional(Schema.String),
  /** TODO: The frequency of leverage reset, if applicable. */
  leverage_reset: Field.optional(Schema.String),
  /**
   * TODO: Indicates whether the ETF uses leverage to amplify returns ('leveraged'), or does not use leverage
   * ('unleveraged').
   */
  leverage_style: Field.optional(Schema.String),
  /**
   * TODO: The leverage multiplier applied by the ETF, where positive numbers indicate leveraged exposure and negative
   * numbers indicate inverse exposure.
   */
  levered_amount: Field.optional(Unit.Dollars),
  /**
   * TODO: Defines whether an ETF is considered active under SEC rules, with managers making investment decisions, or
   * passive, tracking an index.
   */
  management_classification: Field.optional(Schema.String),
  /**
   * TODO: Indicates whether an ETF is managed actively or passively, and the level of transparency or replication
   * method used.
   */
  management_style: Field.optional(Schema.String),
  /** TODO: The maturity profile for fixed income ETFs. */
  maturity: Field.optional(Schema.String),
  /** TODO: The primary investment objective of the ETF. */
  objective: Field.optional(Schema.String),
  /** TODO: The main index or benchmark that this ETF is designed to track or replicate. */
  primary_benchmark: Field.optional(Schema.String),
  /** TODO: The date showing when ETF Global received and processed the data, `yyyy-mm-dd`. */
  processed_date: Field.optional(Unit.Date),
  /** TODO: Indicates whether the product is an Exchange-Traded Note ('etn') or an Exchange-Traded Fund ('etf'). */
  product_type: Field.optional(Schema.String),
  /** TODO: How frequently the ETF rebalances its holdings. */
  rebalance_frequency: Field.optional(Schema.String),
  /** TODO: How frequently the index is reconstituted. */
  reconstitution_frequency: Field.optional(Schema.String),
  /** TODO: The geographic region or area of the world where the ETF concentrates its investments. */
  region: Field.optional(Schema.String),
  /** TODO: The secondary investment objective, if applicable. */
  secondary_objective: Field.optional(Schema.String),
  /** TODO: The methodology used to select securities. */
  selection_methodology: Field.optional(Schema.String),
  /** TODO: The universe from which securities are selected. */
  selection_universe: Field.optional(Schema.String),
  /** TODO: The strategic investment focus of the ETF. */
  strategic_focus: Field.optional(Schema.String),
  /** TODO: The targeted investment focus of the ETF. */
  targeted_focus: Field.optional(Schema.String),
  /**
   * TODO: The tax structure of the ETF, determining whether investors receive 1099 or K1 tax forms (RIC, Partnership,
   * or UIT).
   */
  tax_classification: Field.optional(Schema.String),
  /** TODO: A unique identifier code that identifies this ETF in US markets. */
  us_code: Field.optional(Schema.String),
  /** TODO: The methodology used to weight holdings. */
  weighting_methodology: Field.optional(Schema.String),
}

/** TODO: what a `Taxonomy` is. */
export interface Taxonomy extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link Taxonomy}. */
export const Taxonomy: Field.SchemaOf<Taxonomy, typeof fields> = Field.struct(fields, "Taxonomy")

const params = {
  processed_date: Filter.range(Param.Date),
  effective_date: Filter.range(Param.Date),
  composite_ticker: Filter.rangeOrAnyOf(Ticker.Any),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 5000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["composite_ticker", "asc"] }),
}

/** Request for taxonomies. */
export interface TaxonomiesRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const taxonomies: Endpoint.Paged<TaxonomiesRequest, Taxonomy, typeof params> = Endpoint.paged({
  path: "/etf-global/v1/taxonomies",
  params,
  row: Taxonomy,
})
