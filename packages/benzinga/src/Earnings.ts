/** Earnings of companies: what was expected and what came. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Instant from "@candela/market/Instant"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"
import * as Record from "./internal/record.js"

/** Earnings per share. */
const PerShare = Field.like(Unit.Currency, -0.95, 6.5)
/** Revenue of a period. */
const Revenue = Field.like(Unit.Currency, 20_000_000, 95_000_000_000)

const fields = {
  /** Benzinga's identifier of the record. */
  benzinga_id: Field.optional(Record.Id),
  /** Day on which the earnings are or were reported, `yyyy-mm-dd`. */
  date: Field.optional(Unit.Date),
  /** Time of the report in New York, `hh:mm:ss`. */
  time: Field.optional(Record.Time),
  /** Whether the company has confirmed the day. */
  date_status: Field.optional(Field.openEnum("projected", "confirmed")),
  /** Ticker of the company's stock. */
  ticker: Field.optional(Record.Ticker),
  /** Name of the company. */
  company_name: Field.optional(Record.Company),
  /** Code of the currency of the figures, by ISO 4217. */
  currency: Field.optional(Record.Currency),
  /** Fiscal year of the period. */
  fiscal_year: Field.optional(Field.like(Unit.Ordinal, 2020, 2025)),
  /** Period in the fiscal year: a quarter, a half (`H1`) or the whole year (`FY`). */
  fiscal_period: Field.optional(Field.openEnum("Q1", "Q2", "Q3", "Q4", "H1", "H2", "FY")),
  /** Reported earnings per share, in the currency of the row. */
  actual_eps: Field.optional(PerShare),
  /** Earnings per share that analysts expected on average, in the currency of the row. */
  estimated_eps: Field.optional(PerShare),
  /** Reported less expected earnings per share, in the currency of the row. */
  eps_surprise: Field.optional(Field.like(Unit.Currency, -0.5, 0.5)),
  /** The same difference as a part of what was expected, percent. */
  eps_surprise_percent: Field.optional(Field.like(Unit.Percent, -25.5, 25.5)),
  /** Earnings per share of the same period a year before, in the currency of the row. */
  previous_eps: Field.optional(PerShare),
  /** How earnings per share are counted: `gaap` (by the standard), `adj` (adjusted), `ffo` (funds from operations). */
  eps_method: Field.optional(Field.openEnum("gaap", "adj", "ffo")),
  /** Reported revenue, in the currency of the row. */
  actual_revenue: Field.optional(Revenue),
  /** Revenue that analysts expected on average, in the currency of the row. */
  estimated_revenue: Field.optional(Revenue),
  /** Reported less expected revenue, in the currency of the row. */
  revenue_surprise: Field.optional(Field.like(Unit.Currency, -900_000_000, 900_000_000)),
  /** The same difference as a part of what was expected, percent. */
  revenue_surprise_percent: Field.optional(Field.like(Unit.Percent, -10.5, 10.5)),
  /** Revenue of the same period a year before, in the currency of the row. */
  previous_revenue: Field.optional(Revenue),
  /** How revenue is counted: `gaap` (by the standard), `adj` (adjusted), `rental` (from rents alone). */
  revenue_method: Field.optional(Field.openEnum("gaap", "adj", "rental")),
  /** Importance of the report, from 0 (lowest) to 5. */
  importance: Field.optional(Record.Importance),
  /** Notes on the report. */
  notes: Field.optional(Field.like(Schema.String, "Includes a gain from the sale of a business.")),
  /** When the record was last changed, RFC 3339 date-time. */
  last_updated: Field.optional(Unit.DateTime),
}

/** Earnings of a company in a period. */
export interface EarningsReport extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link EarningsReport}. */
export const EarningsReport: Field.SchemaOf<EarningsReport, typeof fields> &
  Instant.Reader<EarningsReport, "last_updated"> = Instant.readable(
  Field.struct(fields, "EarningsReport"),
  "last_updated",
)

const params = {
  date: Filter.rangeOrAnyOf(Param.Date),
  ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  importance: Filter.rangeOrAnyOf(Param.integer({ min: 0, max: 5 })),
  last_updated: Filter.rangeOrAnyOf(Param.DateTime),
  date_status: Filter.rangeOrAnyOf(Param.String),
  eps_surprise_percent: Filter.rangeOrAnyOf(Param.Number),
  revenue_surprise_percent: Filter.rangeOrAnyOf(Param.Number),
  fiscal_year: Filter.rangeOrAnyOf(Param.integer()),
  fiscal_period: Filter.rangeOrAnyOf(Param.String),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 50_000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["last_updated", "desc"] }),
}

/** Request for earnings. */
export interface EarningsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const earnings: Endpoint.Paged<EarningsRequest, EarningsReport, typeof params> = Endpoint.paged({
  path: "/benzinga/v1/earnings",
  params,
  row: EarningsReport,
})
