/**
 * TODO: Contains corporate events and announcements for publicly traded companies, including
 * earnings releases, conferences, dividends, and business updates sourced from TMX. @module
 */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const fields = {
  /** TODO: Full name of the company. */
  company_name: Field.optional(Schema.String),
  /** TODO: Scheduled date of the corporate event, `yyyy-mm-dd`. */
  date: Field.optional(Unit.Date),
  /** TODO: Standard international identifier for the company's common stock. */
  isin: Field.optional(Schema.String),
  /** TODO: Name or title of the event. */
  name: Field.optional(Schema.String),
  /**
   * TODO: The current status of the event. Possible values include: approved, canceled, confirmed, historical,
   * pending_approval, postponed, and unconfirmed.
   */
  status: Field.optional(Schema.String),
  /** TODO: The company's stock symbol. */
  ticker: Field.optional(Schema.String),
  /** TODO: Unique numeric identifier for the company used by TMX. */
  tmx_company_id: Field.optional(Unit.Code),
  /** TODO: The unique alphanumeric identifier for the event record used by TMX. */
  tmx_record_id: Field.optional(Field.Id),
  /** TODO: MIC (Market Identifier Code) of the exchange where the company's stock is listed. */
  trading_venue: Field.optional(Schema.String),
  /**
   * TODO: The normalized type of corporate event. Possible values include: analyst_day, business_update,
   * capital_markets_day, conference, dividend, earnings_announcement_date, earnings_conference_call,
   * earnings_results_announcement, forum, interim_statement, other_interim_announcement, production_update,
   * research_and_development_day, seminar, shareholder_meeting, sales_update, stock_split, summit,
   * service_level_update, tradeshow, company_travel, and workshop.
   */
  type: Field.optional(Schema.String),
  /** TODO: URL linking to the primary public source of the event announcement, if available. */
  url: Field.optional(Schema.String),
}

/** TODO: what a `CorporateEvent` is. */
export interface CorporateEvent extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link CorporateEvent}. */
export const CorporateEvent: Field.SchemaOf<CorporateEvent, typeof fields> = Field.struct(fields, "CorporateEvent")

const params = {
  date: Filter.rangeOrAnyOf(Param.Date),
  type: Filter.rangeOrAnyOf(Param.String),
  status: Filter.rangeOrAnyOf(Param.String),
  ticker: Filter.rangeOrAnyOf(Ticker.Any),
  isin: Filter.rangeOrAnyOf(Param.String),
  trading_venue: Filter.rangeOrAnyOf(Param.String),
  tmx_company_id: Filter.range(Param.integer()),
  tmx_record_id: Filter.rangeOrAnyOf(Param.String),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 50_000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["date", "desc"] }),
}

/** Request for corporate events. */
export interface CorporateEventsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const corporateEvents: Endpoint.Paged<CorporateEventsRequest, CorporateEvent, typeof params> = Endpoint.paged({
  path: "/tmx/v1/corporate-events",
  params,
  row: CorporateEvent,
})
