/** Fields and filters common to the statements of companies: company and period. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Company from "@candela/market/Company"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

/** The fields of {@link Filing}: spread them into the schema of a statement. */
export const fields = {
  /** Central Index Key of the company at the securities regulator: `0000320193`. */
  cik: Field.optional(Unit.Identifier),
  /** Tickers of the company's shares, one for each class. */
  tickers: Field.optional(Schema.Array(Schema.String)),
  /** Last day of the period, `yyyy-mm-dd`. */
  period_end: Field.optional(Unit.Date),
  /** Day on which the statement was filed, `yyyy-mm-dd`. */
  filing_date: Field.optional(Unit.Date),
  /** Fiscal year of the period. */
  fiscal_year: Field.optional(Unit.Ordinal),
  /** Fiscal quarter of the period, 1 to 4; for a longer period its last quarter. */
  fiscal_quarter: Field.optional(Unit.Ordinal),
}

/** Company and period of a statement. */
export interface Filing extends Field.Row<typeof fields>, Endpoint.Named {}

/** Parameters of statements, except `timeframe` and `sort`: spread them into a declaration. */
export const params = {
  /** Ranges compare it as text and accept its first digits. */
  cik: Company.cikFilter,
  /** One of the company's tickers: `BRK.B` finds the statements that list `["BRK.A", "BRK.B"]`. */
  tickers: Filter.contains(Ticker.Stock),
  period_end: Filter.range(Param.Date),
  filing_date: Filter.range(Param.Date),
  fiscal_year: Filter.range(Param.Number),
  fiscal_quarter: Filter.range(Param.Number),
  /** Last of the company's tickers in alphabetical order. */
  max_ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  /** First of the company's tickers in alphabetical order. */
  min_ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 50_000 }),
}

/** Request for statements of any kind. */
export interface FilingsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}
