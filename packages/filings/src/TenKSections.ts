/** Sections of annual reports (form 10-K) as plain text. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Company from "@candela/market/Company"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"
import * as Filing from "./Filing.js"
import * as Examples from "./internal/company.js"

const sections = ["business", "risk_factors"] as const

const fields = {
  /** Central Index Key of the company: `0000320193`. */
  cik: Field.optional(Examples.Cik),
  /** Ticker of the company. */
  ticker: Field.optional(Examples.Ticker),
  /** Day on which the SEC received the report, `yyyy-mm-dd`. */
  filing_date: Filing.fields.filing_date,
  /** Address of the whole report in the SEC's archive. */
  filing_url: Filing.fields.filing_url,
  /** Last day of the fiscal year that the report is about, `yyyy-mm-dd`. */
  period_end: Field.optional(Unit.Date),
  /** Section of the report: item 1 (business) or item 1A (risk factors). */
  section: Field.optional(Field.openEnum(...sections)),
  /** The whole section as plain text, with its headings; often more than 100,000 characters. */
  text: Field.optional(
    Field.like(
      Schema.String,
      "Item 1. Business\n\nThe company develops, makes and sells its products and services in many countries.",
      "Item 1A. Risk Factors\n\nDemand may fall, costs may rise, and suppliers may fail to deliver.",
    ),
  ),
}

/** A section of an annual report. */
export interface TenKSection extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link TenKSection}. */
export const TenKSection: Field.SchemaOf<TenKSection, typeof fields> = Field.struct(fields, "TenKSection")

const params = {
  /** Ranges compare it as text and accept its first digits. */
  cik: Company.cikFilter,
  ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  section: Filter.anyOf(Param.literal(...sections)),
  filing_date: Filter.range(Param.Date),
  period_end: Filter.range(Param.Date),
  /** Size of a page. */
  limit: Param.limit({ default: 10, max: 99 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["period_end", "desc"] }),
}

/** Request for sections of annual reports. */
export interface TenKSectionsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const tenKSections: Endpoint.Paged<TenKSectionsRequest, TenKSection, typeof params> = Endpoint.paged({
  path: "/stocks/filings/10-K/vX/sections",
  params,
  row: TenKSection,
})
