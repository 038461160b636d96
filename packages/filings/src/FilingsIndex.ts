/** TODO: SEC EDGAR master index providing metadata for all SEC filings including form types, filing dates, and direct links to source documents. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const fields = {
  /** TODO: SEC accession number uniquely identifying the filing (e.g., '0000320193-24-000123'). */
  accession_number: Field.optional(Schema.String),
  /** TODO: SEC Central Index Key (CIK) identifying the filing entity. */
  cik: Field.optional(Schema.String),
  /** TODO: Date when the filing was submitted to the SEC, `yyyy-mm-dd`. */
  filing_date: Field.optional(Unit.Date),
  /** TODO: Direct URL to the filing on the SEC EDGAR website. */
  filing_url: Field.optional(Schema.String),
  /** TODO: SEC form type (e.g., '10-K', '10-Q', '8-K', 'S-1', '4', etc.). */
  form_type: Field.optional(Schema.String),
  /** TODO: Name of the company or entity that submitted the filing. */
  issuer_name: Field.optional(Schema.String),
  /** TODO: Stock ticker symbol for the filing entity, if available. */
  ticker: Field.optional(Schema.String),
}

/** TODO: what a `Index` is. */
export interface Index extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link Index}. */
export const Index: Field.SchemaOf<Index, typeof fields> = Field.struct(fields, "Index")

const params = {
  cik: Filter.rangeOrAnyOf(Param.String),
  ticker: Filter.rangeOrAnyOf(Ticker.Any),
  form_type: Filter.rangeOrAnyOf(Param.String),
  filing_date: Filter.range(Param.Date),
  /** Size of a page. */
  limit: Param.limit({ default: 1000, max: 50_000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["filing_date", "desc"] }),
}

/** Request for index. */
export interface IndexRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const index: Endpoint.Paged<IndexRequest, Index, typeof params> = Endpoint.paged({
  path: "/stocks/filings/vX/index",
  params,
  row: Index,
})
