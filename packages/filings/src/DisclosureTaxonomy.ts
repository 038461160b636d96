/** The taxonomy of disclosures, by which `eightKDisclosures` are classified. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Category from "./Category.js"

const fields = { ...Category.entryFields, ...Category.fields }

/** A category of disclosures. */
export interface DisclosureCategory extends Category.TaxonomyEntry, Endpoint.Named {}

/** Schema of {@link DisclosureCategory}. */
export const DisclosureCategory: Field.SchemaOf<DisclosureCategory, typeof fields> = Field.struct(
  fields,
  "DisclosureCategory",
)

const params = {
  taxonomy: Filter.rangeOrAnyOf(Param.String),
  primary_category: Filter.rangeOrAnyOf(Param.String),
  secondary_category: Filter.rangeOrAnyOf(Param.String),
  tertiary_category: Filter.rangeOrAnyOf(Param.String),
  /** Size of a page. */
  limit: Param.limit({ default: 200, max: 999 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["taxonomy", "desc"] }),
}

/** Request for the taxonomy of disclosures. */
export interface DisclosureTaxonomyRequest
  extends Endpoint.RequestOn<typeof Category.entryFields & typeof Category.fields, typeof params>, Endpoint.Named {}

export const disclosureTaxonomy: Endpoint.Paged<DisclosureTaxonomyRequest, DisclosureCategory, typeof params> =
  Endpoint.paged({
    path: "/stocks/taxonomies/vX/disclosures",
    params,
    row: DisclosureCategory,
  })
