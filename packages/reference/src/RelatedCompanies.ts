/** Related companies. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import type * as Envelope from "@candela/core/declare/Envelope"
import * as Field from "@candela/core/declare/Field"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const fields = {
  /** Ticker of a related company. */
  ticker: Field.optional(Schema.String),
}

/** A company related to another. */
export interface RelatedCompany extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link RelatedCompany}. */
export const RelatedCompany: Field.SchemaOf<RelatedCompany, typeof fields> = Field.struct(fields, "RelatedCompany")

const envelope = {
  /** Requested ticker. */
  ticker: Field.optional(Schema.String),
}

/** Companies related to a company. */
export interface RelatedCompaniesPage extends Envelope.Page<RelatedCompany>, Field.Row<typeof envelope> {}

const params = {
  /** Ticker of the company, case-sensitive. */
  ticker: Ticker.Stock,
}

/** Request for a company's related companies. */
export interface RelatedCompaniesRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

export const relatedCompanies: Endpoint.List<
  RelatedCompaniesRequest,
  RelatedCompany,
  typeof params,
  RelatedCompaniesPage
> = Endpoint.list({
  path: "/v1/related-companies/{ticker}",
  params,
  row: RelatedCompany,
  envelope,
  repeats: { ticker: "ticker" },
})
