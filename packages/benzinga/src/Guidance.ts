/** What companies expect of their own earnings. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Instant from "@candela/market/Instant"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"
import * as Record from "./internal/record.js"

/** Earnings per share that a company expects. */
const PerShare = Field.like(Unit.Currency, 0.25, 6.5)
/** Revenue that a company expects. */
const Revenue = Field.like(Unit.Currency, 20_000_000, 95_000_000_000)

const fields = {
  /** Benzinga's identifier of the record. */
  benzinga_id: Field.optional(Record.Id),
  /** Day on which the company gave the guidance, `yyyy-mm-dd`. */
  date: Field.optional(Unit.Date),
  /** Time of the day, `hh:mm:ss`. */
  time: Field.optional(Record.Time),
  /** Ticker of the company's stock. */
  ticker: Field.optional(Record.Ticker),
  /** Name of the company. */
  company_name: Field.optional(Record.Company),
  /** Code of the currency of the figures, by ISO 4217. */
  currency: Field.optional(Record.Currency),
  /** Fiscal year of the period that the guidance is about. */
  fiscal_year: Field.optional(Field.like(Unit.Ordinal, 2020, 2025)),
  /** Period in the fiscal year: a quarter, or the whole year (`FY`). */
  fiscal_period: Field.optional(Field.openEnum("Q1", "Q2", "Q3", "Q4", "FY")),
  /** Whether it came with the report of earnings (`official`) or between two (`preliminary`). */
  release_type: Field.optional(Field.openEnum("official", "preliminary")),
  /** Whether the company puts these figures first (`primary`) or beside others (`secondary`). */
  positioning: Field.optional(Field.openEnum("primary", "secondary")),
  /** Expected earnings per share, the middle of a range, in the currency of the row. */
  estimated_eps_guidance: Field.optional(PerShare),
  /** Least expected earnings per share, in the currency of the row. */
  min_eps_guidance: Field.optional(PerShare),
  /** Most expected earnings per share, in the currency of the row. */
  max_eps_guidance: Field.optional(PerShare),
  /** Least expected earnings per share of the guidance before, in the currency of the row. */
  previous_min_eps_guidance: Field.optional(PerShare),
  /** Most expected earnings per share of the guidance before, in the currency of the row. */
  previous_max_eps_guidance: Field.optional(PerShare),
  /** How earnings per share are counted: `gaap` (by the standard), `adj` (adjusted), `ffo` (funds from operations). */
  eps_method: Field.optional(Field.openEnum("gaap", "adj", "ffo")),
  /** Expected revenue, the middle of a range, in the currency of the row. */
  estimated_revenue_guidance: Field.optional(Revenue),
  /** Least expected revenue, in the currency of the row. */
  min_revenue_guidance: Field.optional(Revenue),
  /** Most expected revenue, in the currency of the row. */
  max_revenue_guidance: Field.optional(Revenue),
  /** Least expected revenue of the guidance before, in the currency of the row. */
  previous_min_revenue_guidance: Field.optional(Revenue),
  /** Most expected revenue of the guidance before, in the currency of the row. */
  previous_max_revenue_guidance: Field.optional(Revenue),
  /** How revenue is counted: `gaap` (by the standard) or `adj` (adjusted). */
  revenue_method: Field.optional(Field.openEnum("gaap", "adj")),
  /** Importance of the guidance, from 0 (lowest) to 5. */
  importance: Field.optional(Record.Importance),
  /** Notes on the guidance. */
  notes: Field.optional(Field.like(Schema.String, "The company expects revenue to grow by 1 to 3 %.")),
  /** When the record was last changed, RFC 3339 date-time. */
  last_updated: Field.optional(Unit.DateTime),
}

/** What a company expects of its earnings in a period. */
export interface Guidance extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link Guidance}. */
export const Guidance: Field.SchemaOf<Guidance, typeof fields> & Instant.Reader<Guidance, "last_updated"> =
  Instant.readable(Field.struct(fields, "Guidance"), "last_updated")

const params = {
  date: Filter.rangeOrAnyOf(Param.Date),
  ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  positioning: Filter.rangeOrAnyOf(Param.String),
  importance: Filter.rangeOrAnyOf(Param.integer({ min: 0, max: 5 })),
  last_updated: Filter.rangeOrAnyOf(Param.DateTime),
  fiscal_year: Filter.rangeOrAnyOf(Param.integer()),
  fiscal_period: Filter.rangeOrAnyOf(Param.String),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 50_000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["date", "desc"] }),
}

/** Request for guidance. */
export interface GuidanceRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const guidance: Endpoint.Paged<GuidanceRequest, Guidance, typeof params> = Endpoint.paged({
  path: "/benzinga/v1/guidance",
  params,
  row: Guidance,
})
