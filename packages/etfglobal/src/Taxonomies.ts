/** Taxonomies of funds: objective, selection, weighting and what distinguishes them. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"
import * as Fund from "./Fund.js"

const own = {
  /** What the fund tries to do. */
  objective: Field.optional(Field.like(Schema.String, "Index-Tracking", "Capital Appreciation")),
  /** What it tries to do besides. */
  secondary_objective: Field.optional(Field.like(Schema.String, "Income", "Capital Preservation")),
  /** What the strategy is about: a factor, a sector and so on. */
  strategic_focus: Field.optional(Field.like(Schema.String, "Factor", "Sector", "Geography")),
  /** What it is about, more precisely. */
  targeted_focus: Field.optional(Field.like(Schema.String, "Size", "Growth", "Value")),
  /** Factors that the fund aims at. */
  factor: Field.optional(Field.like(Schema.String, "Size", "Value", "Momentum")),
  /** Environmental, social and governance rules of the fund. */
  esg: Field.optional(Field.like(Schema.String, "ESG Screened", "None")),
  /** Country that it aims at, if it is one. */
  country: Field.optional(Field.like(Schema.String, "U.S.", "Japan")),
  /** Securities from which it selects. */
  selection_universe: Field.optional(
    Field.like(Schema.String, "U.S. Large Caps", "U.S. Small Caps", "U.S. Treasuries"),
  ),
  /** How it selects them. */
  selection_methodology: Field.optional(
    Field.like(Schema.String, "Modified Market Cap", "Fundamental Multifactor", "Liquidity"),
  ),
  /** How it weights them. */
  weighting_methodology: Field.optional(
    Field.like(Schema.String, "Modified Market Capitalization-Weighted", "Equal-Weighted"),
  ),
  /** How it gets their returns: by holding all of them, a sample, or derivatives. */
  exposure_mechanism: Field.optional(
    Field.like(Schema.String, "Full Replication", "Blended Replication", "Derivatives"),
  ),
  /** How it is managed, and how it follows an index. */
  management_style: Field.optional(
    Field.like(
      Schema.String,
      "Passive - Full Replication",
      "Passive - Representative Sampling",
      "Active - Transparent",
    ),
  ),
  /** How often the weights are set anew. */
  rebalance_frequency: Field.optional(Field.like(Schema.String, "Quarterly", "Semi-Annually")),
  /** How often the securities are selected anew. */
  reconstitution_frequency: Field.optional(Field.like(Schema.String, "Quarterly", "Annually")),
  /** How often it publishes its holdings. */
  holdings_disclosure_frequency: Field.optional(Field.like(Schema.String, "Daily", "Monthly")),
  /** How often a hedge is set anew, if there is one. */
  hedge_reset: Field.optional(Field.like(Schema.String, "Monthly", "Daily")),
  /** How often the leverage is set anew, if there is one. */
  leverage_reset: Field.optional(Field.like(Schema.String, "Daily", "Monthly")),
  /** Maturity of the bonds of a fund of bonds. */
  maturity: Field.optional(Field.like(Schema.String, "Short-Term", "Intermediate-Term", "Long-Term")),
  /** Duration of its bonds. */
  duration: Field.optional(Field.like(Schema.String, "Short Duration", "Long Duration")),
  /** Credit quality of its bonds. */
  credit_quality_rating: Field.optional(Field.like(Schema.String, "Investment Grade", "High Yield")),
  /** International number of the fund (ISIN), twelve characters. */
  isin: Field.optional(Field.like(Unit.Identifier, "US78462F1030")),
  /** Number of the fund in North America (CUSIP), nine characters. */
  us_code: Field.optional(Field.like(Unit.Identifier, "78462F103")),
}

const fields = { ...Fund.fields, ...Fund.kindFields, ...own }

/** How ETF Global classifies a fund. */
export interface FundTaxonomy extends Fund.FundKind, Field.Row<typeof own> {}

/** Schema of {@link FundTaxonomy}. */
export const FundTaxonomy: Field.SchemaOf<FundTaxonomy, typeof fields> = Field.struct(fields, "FundTaxonomy")

const params = {
  processed_date: Filter.range(Param.Date),
  effective_date: Filter.range(Param.Date),
  composite_ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 5000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["composite_ticker", "asc"] }),
}

/** Request for taxonomies of funds. */
export interface TaxonomiesRequest
  extends Endpoint.RequestOn<typeof Fund.fields & typeof Fund.kindFields & typeof own, typeof params>, Endpoint.Named {}

export const taxonomies: Endpoint.Paged<TaxonomiesRequest, FundTaxonomy, typeof params> = Endpoint.paged({
  path: "/etf-global/v1/taxonomies",
  params,
  row: FundTaxonomy,
})
