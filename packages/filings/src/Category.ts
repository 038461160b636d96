/** Fields common to what a model read from filings: its category in a taxonomy of three levels. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Schema from "effect/Schema"

/** The fields of {@link Category}: spread them into the schema of a row. */
export const fields = {
  /** Most general category. */
  primary_category: Field.optional(Field.like(Schema.String, "financial_and_market")),
  /** Category within the primary one. */
  secondary_category: Field.optional(Field.like(Schema.String, "credit_and_liquidity")),
  /** Most specific category. */
  tertiary_category: Field.optional(Field.like(Schema.String, "access_to_capital_and_financing")),
}

/** A category in a taxonomy of three levels. */
export interface Category extends Field.Row<typeof fields>, Endpoint.Named {}

/** The fields of {@link TaxonomyEntry} beside its category. */
export const entryFields = {
  /** Version of the taxonomy: `1.0`. */
  taxonomy: Field.optional(Field.like(Field.Id, "1.0")),
  /** What belongs to the category, with examples. */
  description: Field.optional(
    Field.like(Schema.String, "Whether the company can borrow, or issue shares, when it needs money."),
  ),
}

/** A category of a taxonomy, explained. */
export interface TaxonomyEntry extends Category, Field.Row<typeof entryFields> {}
