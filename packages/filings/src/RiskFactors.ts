/** Risk factors of annual reports, classified. @module */
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
  /** Ticker of the company. */
  ticker: Field.optional(Examples.Ticker),
  /** Day on which the SEC received the annual report, `yyyy-mm-dd`. */
  filing_date: Filing.fields.filing_date,
  /** Passage of the report from which the category was concluded. */
  supporting_text: Field.optional(
    Field.like(Schema.String, "We may need further capital, which may not be available on acceptable terms."),
  ),
}

const fields = { ...Category.fields, ...own }

/** A risk that an annual report names. Its categories are those of `riskFactorTaxonomy`. */
export interface RiskFactor extends Category.Category, Field.Row<typeof own> {}

/** Schema of {@link RiskFactor}. */
export const RiskFactor: Field.SchemaOf<RiskFactor, typeof fields> = Field.struct(fields, "RiskFactor")

const params = {
  filing_date: Filter.rangeOrAnyOf(Param.Date),
  ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  /** Ranges compare it as text and accept its first digits. */
  cik: Company.cikFilter,
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 49_999 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["filing_date", "desc"] }),
}

/** Request for risk factors. */
export interface RiskFactorsRequest
  extends Endpoint.RequestOn<typeof Category.fields & typeof own, typeof params>, Endpoint.Named {}

export const riskFactors: Endpoint.Paged<RiskFactorsRequest, RiskFactor, typeof params> = Endpoint.paged({
  path: "/stocks/filings/vX/risk-factors",
  params,
  row: RiskFactor,
})
