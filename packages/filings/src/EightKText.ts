/** Current reports (form 8-K) as plain text. @module */
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
  /** Central Index Key of the company: `0000320193`. */
  cik: Field.optional(Examples.Cik),
  /** Form of the report: `8-K`, or `8-K/A` for an amendment. */
  form_type: Field.optional(Field.openEnum("8-K", "8-K/A")),
  /** The report's items as plain text, each with its number and title. */
  items_text: Field.optional(
    Field.like(
      Schema.String,
      "Item 2.02 Results of Operations and Financial Condition\n\nThe company announced the results of its last quarter.",
      "Item 5.02 Departure of Directors or Certain Officers\n\nA director of the company has retired from the board.",
      "Item 7.01 Regulation FD Disclosure\n\nThe company will present at a conference for investors.",
      "Item 8.01 Other Events\n\nThe board of directors declared a quarterly cash dividend.",
    ),
  ),
  /** Ticker of the company. */
  ticker: Field.optional(Examples.Ticker),
}

const fields = { ...Filing.fields, ...own }

/** The text of a current report. */
export interface EightKText extends Filing.Filing, Field.Row<typeof own> {}

/** Schema of {@link EightKText}. */
export const EightKText: Field.SchemaOf<EightKText, typeof fields> = Field.struct(fields, "EightKText")

const params = {
  /** Ranges compare it as text and accept its first digits. */
  cik: Company.cikFilter,
  ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  form_type: Filter.rangeOrAnyOf(Param.String),
  filing_date: Filter.range(Param.Date),
  /** Size of a page. */
  limit: Param.limit({ default: 10, max: 99 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["filing_date", "desc"] }),
}

/** Request for the text of current reports. */
export interface EightKTextRequest
  extends Endpoint.RequestOn<typeof Filing.fields & typeof own, typeof params>, Endpoint.Named {}

export const eightKText: Endpoint.Paged<EightKTextRequest, EightKText, typeof params> = Endpoint.paged({
  path: "/stocks/filings/8-K/vX/text",
  params,
  row: EightKText,
})
