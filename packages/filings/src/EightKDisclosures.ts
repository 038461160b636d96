/** Disclosures of current reports (form 8-K), classified. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Company from "@candela/market/Company"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"
import * as Category from "./Category.js"
import * as Filing from "./Filing.js"
import * as Examples from "./internal/company.js"

const own = {
  /** Central Index Key of the company: `0000320193`. */
  cik: Field.optional(Examples.Cik),
  /** Tickers of the company's shares, one for each class. */
  tickers: Field.optional(Schema.Array(Examples.Ticker)),
  /** Passage of the report from which the category was concluded. */
  supporting_text: Field.optional(
    Field.like(Schema.String, "The company announced the results of its last quarter in a press release."),
  ),
}

const fields = { ...Filing.fields, ...Category.fields, ...own }

/** A disclosure of a current report. Its categories are those of `disclosureTaxonomy`. */
export interface EightKDisclosure extends Filing.Filing, Category.Category, Field.Row<typeof own> {}

/** Schema of {@link EightKDisclosure}. */
export const EightKDisclosure: Field.SchemaOf<EightKDisclosure, typeof fields> = Field.struct(
  fields,
  "EightKDisclosure",
)

const params = {
  cik: Filter.anyOf(Company.Cik),
  tickers: Filter.contains(Ticker.Stock),
  filing_date: Filter.rangeOrAnyOf(Param.Date),
  tertiary_category: Filter.equals(Param.String),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 1000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields, "tickers"), default: ["filing_date", "desc"] }),
}

/** Request for disclosures of current reports. */
export interface EightKDisclosuresRequest
  extends
    Endpoint.RequestOn<typeof Filing.fields & typeof Category.fields & typeof own, typeof params>,
    Endpoint.Named {}

export const eightKDisclosures: Endpoint.Paged<EightKDisclosuresRequest, EightKDisclosure, typeof params> =
  Endpoint.paged({
    path: "/stocks/filings/8-K/vX/disclosures",
    params,
    row: EightKDisclosure,
  })
