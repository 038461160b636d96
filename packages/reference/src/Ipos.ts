/** Initial public offerings and direct listings of stocks. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const states = ["direct_listing_process", "history", "new", "pending", "postponed", "rumor", "withdrawn"] as const

/** Price of a share in an offering. */
const Price = Field.like(Unit.Currency, 4, 38.5)

const fields = {
  /** Ticker of the stock. */
  ticker: Field.optional(Field.like(Schema.String, "RIVN", "SPCE", "META", "V")),
  /** Name of the company. */
  issuer_name: Field.optional(Field.like(Schema.String, "Rivian Automotive, Inc.", "Visa Inc.")),
  /** State of the offering: `new` on the day of listing, `history` after it. */
  ipo_status: Field.optional(Field.openEnum(...states)),
  /** Day on which the offering was announced, `yyyy-mm-dd`. */
  announced_date: Field.optional(Unit.Date),
  /** First day of trading, `yyyy-mm-dd`. */
  listing_date: Field.optional(Unit.Date),
  /** Day on which the record was last changed, `yyyy-mm-dd`. */
  last_updated: Field.optional(Unit.Date),
  /** Price at which the shares were sold, in the currency of the row. */
  final_issue_price: Field.optional(Price),
  /** Lower end of the range of prices, in the currency of the row. */
  lowest_offer_price: Field.optional(Price),
  /** Upper end of the range of prices, in the currency of the row. */
  highest_offer_price: Field.optional(Price),
  /** Fewest shares that are offered. */
  min_shares_offered: Field.optional(Field.like(Unit.Shares, 1_000_000, 50_000_000)),
  /** Most shares that are offered. */
  max_shares_offered: Field.optional(Field.like(Unit.Shares, 1_000_000, 50_000_000)),
  /** Money that the offering raises, in the currency of the row. */
  total_offer_size: Field.optional(Field.like(Unit.Currency, 10_000_000, 900_000_000)),
  /** Shares that exist after the offering. */
  shares_outstanding: Field.optional(Field.like(Unit.Shares, 10_000_000, 900_000_000)),
  /** Fewest shares that an investor can apply for. */
  lot_size: Field.optional(Field.like(Unit.Shares, 100)),
  /** Code of the currency, by ISO 4217. */
  currency_code: Field.optional(Field.like(Schema.String, "USD")),
  /** Market identifier code (MIC) of the exchange that lists the stock: `XNAS`. */
  primary_exchange: Field.optional(Field.like(Schema.String, "XNAS", "XNYS")),
  /** Kind of security, a code of `tickers`: `CS` (common stock). */
  security_type: Field.optional(Field.like(Schema.String, "CS")),
  /** Kind of security in words. */
  security_description: Field.optional(Field.like(Schema.String, "Ordinary Shares", "Class A Shares")),
  /** Number of the security in North America (CUSIP), nine characters. */
  us_code: Field.optional(Field.like(Unit.Identifier, "75383L102")),
  /** International number of the security (ISIN), twelve characters. */
  isin: Field.optional(Field.like(Unit.Identifier, "US75383L1026")),
}

/** An initial public offering or a direct listing. */
export interface Ipo extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link Ipo}. */
export const Ipo: Field.SchemaOf<Ipo, typeof fields> = Field.struct(fields, "Ipo")

const params = {
  ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  us_code: Filter.rangeOrAnyOf(Param.String),
  isin: Filter.rangeOrAnyOf(Param.String),
  listing_date: Filter.range(Param.Date),
  ipo_status: Filter.anyOf(Param.literal(...states)),
  /** Size of a page. */
  limit: Param.limit({ default: 10, max: 1000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["listing_date", "desc"] }),
}

/** Request for initial public offerings. */
export interface IposRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const ipos: Endpoint.Paged<IposRequest, Ipo, typeof params> = Endpoint.paged({
  path: "/v1/reference/ipos",
  params,
  row: Ipo,
})
