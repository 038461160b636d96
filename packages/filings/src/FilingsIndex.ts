/** The index of all filings of companies and insiders at the SEC. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Company from "@candela/market/Company"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"
import * as Filing from "./Filing.js"
import * as Examples from "./internal/company.js"

const own = {
  /** Central Index Key of the filer: `0000320193`. */
  cik: Field.optional(Examples.Cik),
  /** Form of the filing: `10-K` (annual report), `10-Q` (quarterly report), `8-K` (current report), `4` and so on. */
  form_type: Field.optional(Field.like(Schema.String, "10-K", "10-Q", "8-K", "4", "DEF 14A", "S-8")),
  /** Name of the company or person that filed. */
  issuer_name: Field.optional(Field.like(Schema.String, "Apple Inc.", "Microsoft Corporation")),
  /** Ticker of the filer, if it has one. */
  ticker: Field.optional(Examples.Ticker),
}

const fields = { ...Filing.fields, ...own }

/** A filing in the index. */
export interface IndexedFiling extends Filing.Filing, Field.Row<typeof own> {}

/** Schema of {@link IndexedFiling}. */
export const IndexedFiling: Field.SchemaOf<IndexedFiling, typeof fields> = Field.struct(fields, "IndexedFiling")

const params = {
  /** Ranges compare it as text and accept its first digits. */
  cik: Company.cikFilter,
  ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  form_type: Filter.rangeOrAnyOf(Param.String),
  filing_date: Filter.range(Param.Date),
  /** Size of a page. */
  limit: Param.limit({ default: 1000, max: 50_000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["filing_date", "desc"] }),
}

/** Request for the index of filings. */
export interface IndexRequest
  extends Endpoint.RequestOn<typeof Filing.fields & typeof own, typeof params>, Endpoint.Named {}

export const index: Endpoint.Paged<IndexRequest, IndexedFiling, typeof params> = Endpoint.paged({
  path: "/stocks/filings/vX/index",
  params,
  row: IndexedFiling,
})
