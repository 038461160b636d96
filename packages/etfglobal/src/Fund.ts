/** Fields common to all rows of ETF Global: the fund and the days of the data. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Schema from "effect/Schema"

/** The fields of {@link Fund}: spread them into the schema of a row. */
export const fields = {
  /** Ticker of the fund. */
  composite_ticker: Field.optional(Field.like(Schema.String, "SPY", "QQQ", "IWM", "TLT")),
  /**
   * Day for which the data hold, `yyyy-mm-dd`. Some issuers publish weeks later: then it is earlier than
   * `processed_date`.
   */
  effective_date: Field.optional(Unit.Date),
  /** Day on which ETF Global received the data, `yyyy-mm-dd`. */
  processed_date: Field.optional(Unit.Date),
}

/** A fund, and the days of its data. */
export interface Fund extends Field.Row<typeof fields>, Endpoint.Named {}

/** What profiles and taxonomies say of a fund, beside {@link fields}. */
export const kindFields = {
  /** Name of the fund. */
  description: Field.optional(Field.like(Schema.String, "SPDR S&P 500 ETF Trust", "Invesco QQQ Trust")),
  /** Company that created the fund. */
  issuer: Field.optional(Field.like(Schema.String, "SSgA", "Invesco", "BlackRock", "Vanguard")),
  /** First day of the fund, `yyyy-mm-dd`. */
  inception_date: Field.optional(Unit.Date),
  /** Assets that it mostly holds. */
  asset_class: Field.optional(Field.like(Schema.String, "Equity", "Fixed Income", "Commodities")),
  /** What its strategy aims at, roughly. */
  category: Field.optional(Field.like(Schema.String, "Size and Style", "Sectors", "Government", "Precious Metals")),
  /** What its strategy aims at, within the category. */
  focus: Field.optional(Field.like(Schema.String, "Large Cap", "Small Cap", "Technology", "Treasury", "Gold")),
  /** Region of its assets. */
  region: Field.optional(Field.like(Schema.String, "North America", "Global", "Europe", "Asia-Pacific")),
  /** Development of the countries that it invests in. */
  development_class: Field.optional(
    Field.like(Schema.String, "Developed Markets", "Emerging Markets", "Frontier Markets"),
  ),
  /** Index that it follows or compares itself with. */
  primary_benchmark: Field.optional(Field.like(Schema.String, "S&P 500 Index", "NASDAQ-100 Index")),
  /** Whether it is a fund (`etf`) or a note (`etn`). */
  product_type: Field.optional(Field.openEnum("etf", "etn")),
  /** Whether its managers decide (`active`) or an index does (`passive`), by the SEC's rules. */
  management_classification: Field.optional(Field.openEnum("active", "passive")),
  /** Whether it multiplies the changes of its assets. */
  leverage_style: Field.optional(Field.openEnum("leveraged", "unleveraged")),
  /** Factor by which it multiplies them: 2, or -1 for an inverse fund; 0 if it does not. */
  levered_amount: Field.optional(Field.like(Unit.Ratio, 0)),
  /** Form of the fund for taxes. */
  tax_classification: Field.optional(
    Field.like(Schema.String, "Regulated Investment Company", "Partnership", "Unit Investment Trust"),
  ),
}

/** A fund with its kind. */
export interface FundKind extends Fund, Field.Row<typeof kindFields> {}
