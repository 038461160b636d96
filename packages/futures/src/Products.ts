/** Futures products: what contracts are made of. @module */
import * as Endpoint from "@candela/core/Endpoint"
import * as Field from "@candela/core/Field"
import * as Unit from "@candela/core/Unit"
import * as Filter from "@candela/core/Filter"
import * as Param from "@candela/core/Param"
import * as Instant from "@candela/market/Instant"
import * as Schema from "effect/Schema"
import { types } from "./internal/types.js"

const assetClasses = ["alt_investment", "commodity", "financials"] as const

const assetSubClasses = [
  "agricultural",
  "commodity_index",
  "energy",
  "equity",
  "foreign_exchange",
  "freight",
  "housing",
  "interest_rate",
  "metals",
  "weather",
] as const

const sectors = [
  "asia",
  "base",
  "biofuels",
  "coal",
  "cross_rates",
  "crude_oil",
  "custom_index",
  "dairy",
  "dj_ubs_ci",
  "electricity",
  "emissions",
  "europe",
  "fertilizer",
  "forestry",
  "grains_and_oilseeds",
  "intl_index",
  "liq_nat_gas_lng",
  "livestock",
  "long_term_gov",
  "long_term_non_gov",
  "majors",
  "minors",
  "nat_gas",
  "nat_gas_liq_petro",
  "precious",
  "refined_products",
  "s_and_p_gsci",
  "sel_sector_index",
  "short_term_gov",
  "short_term_non_gov",
  "softs",
  "us",
  "us_index",
  "wet_bulk",
] as const

const subSectors = [
  "asian",
  "canadian",
  "cat",
  "cooling_degree_days",
  "ercot",
  "european",
  "gulf",
  "heating_degree_days",
  "iso_ne",
  "large_cap_index",
  "mid_cap_index",
  "miso",
  "north_american",
  "nyiso",
  "pjm",
  "small_cap_index",
  "west",
  "western_power",
] as const

const fields = {
  /** The product's code, with which its contracts' tickers begin: `ES`. */
  product_code: Field.optional(Schema.String),
  /** Full name. */
  name: Field.optional(Schema.String),
  /** The day whose state the record tells, `yyyy-mm-dd`. */
  date: Field.optional(Unit.Date),
  /** When the record was last updated, an RFC 3339 date-time. */
  last_updated: Field.optional(Unit.DateTime),
  /** Market identifier code (ISO 10383) of the venue: `XCME`. */
  trading_venue: Field.optional(Schema.String),
  /** The class of what is traded. */
  asset_class: Field.optional(Field.openEnum(...assetClasses)),
  /** The part of the asset class. */
  asset_sub_class: Field.optional(Field.openEnum(...assetSubClasses)),
  /** The part of the asset sub-class. */
  sector: Field.optional(Field.openEnum(...sectors)),
  /** The part of the sector. */
  sub_sector: Field.optional(Field.openEnum(...subSectors)),
  /** Whether its contracts are single ones, or combinations of others (`combo`). */
  type: Field.optional(Field.openEnum(...types)),
  /** In what prices are quoted: `U.S. dollars and cents per barrel`. */
  price_quotation: Field.optional(Schema.String),
  /** Code of the currency in which it settles: `USD`. */
  settlement_currency_code: Field.optional(Schema.String),
  /** Code of the currency in which it trades: `USD`. */
  trade_currency_code: Field.optional(Schema.String),
  /** How it settles: `financially_settled` or `deliverable`. */
  settlement_method: Field.optional(Field.openEnum("financially_settled", "deliverable")),
  /** What is handed over at settlement: `cash` or `physical`. */
  settlement_type: Field.optional(Schema.String),
  /** In what a contract's quantity is measured: `BBL` (barrels), `IPNT` (index points). */
  unit_of_measure: Field.optional(Schema.String),
  /** How many units of measure a contract stands for. */
  unit_of_measure_qty: Field.optional(Unit.Count),
}

/** A futures product as it was on a day (specification, Futures product). */
export interface FuturesProduct extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link FuturesProduct}. */
export const FuturesProduct: Field.SchemaOf<FuturesProduct, typeof fields> &
  Instant.Reader<FuturesProduct, "last_updated"> = Instant.struct(fields, "last_updated")

const params = {
  /** Case-sensitive. Ranges compare texts. */
  name: Filter.rangeOrAnyOf(Param.String),
  product_code: Filter.rangeOrAnyOf(Param.String),
  /** A range gives one row a day and product. Default the latest day. */
  date: Filter.range(Param.Date),
  trading_venue: Filter.rangeOrAnyOf(Param.String),
  sector: Filter.anyOf(Param.literal(...sectors)),
  sub_sector: Filter.anyOf(Param.literal(...subSectors)),
  asset_class: Filter.anyOf(Param.literal(...assetClasses)),
  asset_sub_class: Filter.anyOf(Param.literal(...assetSubClasses)),
  /** Empty is as if left out: both. */
  type: Filter.orBlank(Filter.anyOf(Param.literal(...types))),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 50_000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["date", "asc"] }),
}

/** Which products to request. */
export interface ProductsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const products: Endpoint.Paged<ProductsRequest, FuturesProduct, typeof params> = Endpoint.paged({
  path: "/futures/v1/products",
  params,
  row: FuturesProduct,
})
