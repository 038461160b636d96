/** Futures products, of which contracts are made. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
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
  /** Code of the product, prefix of its contracts' tickers: `ES`. */
  product_code: Field.optional(Schema.String),
  /** Full name of the product. */
  name: Field.optional(Schema.String),
  /** Date of the record's state, `yyyy-mm-dd`. */
  date: Field.optional(Unit.Date),
  /** Last update of the record, an RFC 3339 date-time. */
  last_updated: Field.optional(Unit.DateTime),
  /** Market identifier code (ISO 10383) of the venue: `XCME`. */
  trading_venue: Field.optional(Schema.String),
  /** Asset class of the product. */
  asset_class: Field.optional(Field.openEnum(...assetClasses)),
  /** Subdivision of the asset class. */
  asset_sub_class: Field.optional(Field.openEnum(...assetSubClasses)),
  /** Subdivision of the asset sub-class. */
  sector: Field.optional(Field.openEnum(...sectors)),
  /** Subdivision of the sector. */
  sub_sector: Field.optional(Field.openEnum(...subSectors)),
  /** Type of the contracts: single ones (`single`) or combinations of others (`combo`). */
  type: Field.optional(Field.openEnum(...types)),
  /** Unit of quoted prices: `U.S. dollars and cents per barrel`. */
  price_quotation: Field.optional(Schema.String),
  /** Code of the settlement currency: `USD`. */
  settlement_currency_code: Field.optional(Schema.String),
  /** Code of the trading currency: `USD`. */
  trade_currency_code: Field.optional(Schema.String),
  /** Method of settlement: `financially_settled` or `deliverable`. */
  settlement_method: Field.optional(Field.openEnum("financially_settled", "deliverable")),
  /** Delivery at settlement: `cash` or `physical`. */
  settlement_type: Field.optional(Schema.String),
  /** Unit of a contract's quantity: `BBL` (barrels), `IPNT` (index points). */
  unit_of_measure: Field.optional(Schema.String),
  /** Number of units of measure per contract. */
  unit_of_measure_qty: Field.optional(Unit.Count),
}

/** A futures product as of a day (specification, Futures product). */
export interface FuturesProduct extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link FuturesProduct}. */
export const FuturesProduct: Field.SchemaOf<FuturesProduct, typeof fields> &
  Instant.Reader<FuturesProduct, "last_updated"> = Instant.readable(
  Field.struct(fields, "FuturesProduct"),
  "last_updated",
)

const params = {
  /** Case-sensitive. Ranges compare texts. */
  name: Filter.rangeOrAnyOf(Param.String),
  product_code: Filter.rangeOrAnyOf(Param.String),
  /** A range returns one row per day and product. Default: the latest day. */
  date: Filter.range(Param.Date),
  trading_venue: Filter.rangeOrAnyOf(Param.String),
  sector: Filter.anyOf(Param.literal(...sectors)),
  sub_sector: Filter.anyOf(Param.literal(...subSectors)),
  asset_class: Filter.anyOf(Param.literal(...assetClasses)),
  asset_sub_class: Filter.anyOf(Param.literal(...assetSubClasses)),
  /** An empty value counts as absent: both types. */
  type: Filter.orBlank(Filter.anyOf(Param.literal(...types))),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 50_000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["date", "asc"] }),
}

/** Request for products. */
export interface ProductsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const products: Endpoint.Paged<ProductsRequest, FuturesProduct, typeof params> = Endpoint.paged({
  path: "/futures/v1/products",
  params,
  row: FuturesProduct,
})
