/** The companies that are related to one. @module */
import * as Endpoint from "@candela/core/Endpoint"
import type * as Envelope from "@candela/core/Envelope"
import * as Field from "@candela/core/Field"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const fields = {
  /** Ticker of a related company. */
  ticker: Field.optional(Schema.String),
}

/** A company that is related to another. */
export interface RelatedCompany extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link RelatedCompany}. */
export const RelatedCompany: Field.SchemaOf<RelatedCompany, typeof fields> = Schema.Struct(fields)

const envelope = {
  /** The ticker that was asked for. */
  ticker: Field.optional(Schema.String),
}

/** The companies that are related to one. */
export interface RelatedCompaniesPage extends Envelope.Page<RelatedCompany>, Field.Row<typeof envelope> {}

const params = {
  /** Ticker of the company, case-sensitive. */
  ticker: Ticker.Stock,
}

/** Which company's relations to request. */
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
})
