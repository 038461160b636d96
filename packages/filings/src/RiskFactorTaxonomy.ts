/** The taxonomy of risk factors, by which `riskFactors` are classified. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Category from "./Category.js"

const fields = { ...Category.entryFields, ...Category.fields }

/** A category of risks. */
export interface RiskCategory extends Category.TaxonomyEntry, Endpoint.Named {}

/** Schema of {@link RiskCategory}. */
export const RiskCategory: Field.SchemaOf<RiskCategory, typeof fields> = Field.struct(fields, "RiskCategory")

const params = {
  taxonomy: Filter.range(Param.String),
  primary_category: Filter.rangeOrAnyOf(Param.String),
  secondary_category: Filter.rangeOrAnyOf(Param.String),
  tertiary_category: Filter.rangeOrAnyOf(Param.String),
  /** Size of a page. */
  limit: Param.limit({ default: 200, max: 999 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["taxonomy", "desc"] }),
}

/** Request for the taxonomy of risk factors. */
export interface RiskFactorTaxonomyRequest
  extends Endpoint.RequestOn<typeof Category.entryFields & typeof Category.fields, typeof params>, Endpoint.Named {}

export const riskFactorTaxonomy: Endpoint.Paged<RiskFactorTaxonomyRequest, RiskCategory, typeof params> =
  Endpoint.paged({
    path: "/stocks/taxonomies/vX/risk-factors",
    params,
    row: RiskCategory,
  })
