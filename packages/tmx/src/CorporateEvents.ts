/** Events of companies: reports of earnings, meetings, conferences, dividends. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const types = [
  "analyst_day",
  "business_update",
  "capital_markets_day",
  "conference",
  "dividend",
  "earnings_announcement_date",
  "earnings_conference_call",
  "earnings_results_announcement",
  "forum",
  "interim_statement",
  "other_interim_announcement",
  "production_update",
  "research_and_development_day",
  "seminar",
  "shareholder_meeting",
  "sales_update",
  "stock_split",
  "summit",
  "service_level_update",
  "tradeshow",
  "company_travel",
  "workshop",
] as const

const fields = {
  /** Ticker of the company's stock. */
  ticker: Field.optional(Field.like(Schema.String, "AAPL", "MSFT", "KO", "XOM")),
  /** Name of the company. */
  company_name: Field.optional(Field.like(Schema.String, "Apple Inc.", "Microsoft Corporation")),
  /** Day of the event, `yyyy-mm-dd`. */
  date: Field.optional(Unit.Date),
  /** Kind of event. */
  type: Field.optional(Field.openEnum(...types)),
  /** Title of the event. */
  name: Field.optional(Field.like(Schema.String, "Q2 Earnings Announcement", "Annual Meeting", "Investor Conference")),
  /** State of the event. */
  status: Field.optional(
    Field.openEnum("approved", "canceled", "confirmed", "historical", "pending_approval", "postponed", "unconfirmed"),
  ),
  /** Address of the announcement. */
  url: Field.optional(Field.like(Schema.String, "https://events.example/announcement")),
  /** Market identifier code (MIC) of the exchange that lists the stock: `XNAS`. */
  trading_venue: Field.optional(Field.like(Schema.String, "XNAS", "XNYS")),
  /** International number of the common stock (ISIN), twelve characters. */
  isin: Field.optional(Field.like(Unit.Identifier, "US0378331005")),
  /** TMX's number of the company. */
  tmx_company_id: Field.optional(Field.like(Field.Id, "2208")),
  /** TMX's identifier of the event. */
  tmx_record_id: Field.optional(Field.like(Field.Id, "4XMW4E9G")),
}

/** An event of a company. */
export interface CorporateEvent extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link CorporateEvent}. */
export const CorporateEvent: Field.SchemaOf<CorporateEvent, typeof fields> = Field.struct(fields, "CorporateEvent")

const params = {
  date: Filter.rangeOrAnyOf(Param.Date),
  type: Filter.rangeOrAnyOf(Param.String),
  status: Filter.rangeOrAnyOf(Param.String),
  ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  isin: Filter.rangeOrAnyOf(Param.String),
  trading_venue: Filter.rangeOrAnyOf(Param.String),
  tmx_company_id: Filter.range(Param.text(/^\d+$/, "a company's number, such as 2208")),
  tmx_record_id: Filter.rangeOrAnyOf(Param.String),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 50_000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["date", "desc"] }),
}

/** Request for events of companies. */
export interface CorporateEventsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const corporateEvents: Endpoint.Paged<CorporateEventsRequest, CorporateEvent, typeof params> = Endpoint.paged({
  path: "/tmx/v1/corporate-events",
  params,
  row: CorporateEvent,
})
