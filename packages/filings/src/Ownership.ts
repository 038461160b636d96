/** Fields and parameters common to the reports of insiders about their securities (forms 3 and 4). @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Company from "@candela/market/Company"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"
import * as Filing from "./Filing.js"
import * as Examples from "./internal/company.js"

const noteFields = {
  /** Number of the footnote in the filing: `F1`. */
  id: Field.optional(Field.like(Schema.String, "F1", "F2")),
  /** Text of the footnote. */
  description: Field.optional(
    Field.like(
      Schema.String,
      "The shares vest in four equal annual installments.",
      "The price is an average of several transactions on one day.",
    ),
  ),
}

/** A footnote of a report. */
export interface Footnote extends Field.Row<typeof noteFields>, Endpoint.Named {}

/** Schema of {@link Footnote}. */
export const Footnote: Field.SchemaOf<Footnote, typeof noteFields> = Field.struct(noteFields, "Footnote")

/** The fields of {@link Ownership} beside those of its filing. */
export const own = {
  /** Day of the first filing, if the report amends one, `yyyy-mm-dd`. */
  date_of_original_submission: Field.optional(Unit.Date),
  /** Day of the event that is reported, `yyyy-mm-dd`. */
  period_of_report: Field.optional(Unit.Date),
  /** Central Index Key of the company whose securities are reported: `0000320193`. */
  issuer_cik: Field.optional(Examples.Cik),
  /** Name of the company. */
  issuer_name: Field.optional(Field.like(Schema.String, "Apple Inc.", "Microsoft Corporation")),
  /** Tickers of the company's shares, one for each class. */
  tickers: Field.optional(Schema.Array(Examples.Ticker)),
  /** Central Index Key of the insider. */
  owner_cik: Field.optional(Field.like(Unit.Identifier, "0002125791")),
  /** Name of the insider, a person or an entity. */
  owner_name: Field.optional(Field.like(Schema.String, "Officer 1", "Director 2", "Owner 3")),
  /** Whether the insider is a director of the company. */
  is_director: Field.optional(Schema.Boolean),
  /** Whether the insider is an officer of the company. */
  is_officer: Field.optional(Schema.Boolean),
  /** Whether the insider owns 10 % or more of a class of the company's shares. */
  is_ten_percent_owner: Field.optional(Schema.Boolean),
  /** Whether the insider has another relation to the company. */
  is_other: Field.optional(Schema.Boolean),
  /** The officer's position. */
  officer_title: Field.optional(
    Field.like(Schema.String, "Chief Executive Officer", "Chief Financial Officer", "General Counsel"),
  ),
  /** Whether the insider is no longer subject to section 16 of the Securities Exchange Act, which asks for reports. */
  not_subject_to_section_16: Field.optional(Schema.Boolean),
  /** Whether a plan made in advance (rule 10b5-1) led to the transaction. */
  aff_10b5_one: Field.optional(Schema.Boolean),
  /** Securities, as the filing calls them. */
  security_title: Field.optional(Field.like(Schema.String, "Common Stock", "Restricted Stock Unit", "Stock Option")),
  /** Whether the security is a `derivative`, such as an option, or not (`non-derivative`). */
  security_type: Field.optional(Field.openEnum("non-derivative", "derivative")),
  /** Whether the insider owns the securities directly (`D`) or indirectly (`I`), such as by a trust. */
  direct_or_indirect: Field.optional(Field.openEnum("D", "I")),
  /** How the securities are owned indirectly. */
  nature_of_ownership: Field.optional(Field.like(Schema.String, "By Trust", "By Spouse")),
  /** Day from which a derivative can be exercised, `yyyy-mm-dd`. */
  exercise_date: Field.optional(Unit.Date),
  /** Price at which a derivative is exercised or converted, dollars a share. */
  exercise_price: Field.optional(Field.like(Unit.Dollars, 5.25, 250.75)),
  /** Securities that a derivative is about, as the filing calls them. */
  underlying_security_title: Field.optional(Field.like(Schema.String, "Common Stock")),
  /** Number of shares that a derivative is about. */
  underlying_security_shares: Field.optional(Field.like(Unit.Shares, 100, 50_000)),
  /** Footnotes of the filing that are about this row. */
  footnotes: Field.optional(Schema.Array(Footnote)),
  /** Remarks of the filing. */
  remarks: Field.optional(Field.like(Schema.String, "Signed by an attorney.", "Filed late because of an oversight.")),
}

/** The fields of {@link Ownership}: spread them into the schema of a report. */
export const fields: typeof Filing.fields & typeof own = { ...Filing.fields, ...own }

/** An insider's report about securities of a company. */
export interface Ownership extends Filing.Filing, Field.Row<typeof own> {}

/** Parameters of both reports, except `sort`: spread them into a declaration. */
export const params = {
  issuer_cik: Filter.anyOf(Company.Cik),
  owner_cik: Filter.anyOf(Company.Cik),
  tickers: Filter.contains(Ticker.Stock),
  filing_date: Filter.range(Param.Date),
  /** Last of the company's tickers in alphabetical order. */
  max_ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  /** First of the company's tickers in alphabetical order. */
  min_ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 10_000 }),
}

/** Request for reports of insiders. */
export interface OwnershipRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}
