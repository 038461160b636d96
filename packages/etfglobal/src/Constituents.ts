/** What funds hold. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"
import * as Fund from "./Fund.js"

const own = {
  /** Ticker of the security that the fund holds. */
  constituent_ticker: Field.optional(Field.like(Schema.String, "AAPL", "MSFT", "KO", "XOM")),
  /** Name of the security. */
  constituent_name: Field.optional(Field.like(Schema.String, "APPLE INC COMMON STOCK", "MICROSOFT CORP COMMON STOCK")),
  /** Rank among the fund's holdings of a day, 1 for the largest. */
  constituent_rank: Field.optional(Field.like(Unit.Ordinal, 1, 500)),
  /** Part of the fund's value: 0.05 is five percent. */
  weight: Field.optional(Field.like(Unit.Ratio, 0.0001, 0.07)),
  /** Value of the holding, dollars. */
  market_value: Field.optional(Field.like(Unit.Dollars, 1_000_000, 40_000_000_000)),
  /** Number of shares or units. */
  shares_held: Field.optional(Field.like(Unit.Shares, 10_000, 90_000_000)),
  /** Kind of asset. */
  asset_class: Field.optional(Field.like(Schema.String, "Equity")),
  /** Kind of security, in ETF Global's words. */
  security_type: Field.optional(Field.like(Schema.String, "Common Stock", "Depositary Receipt")),
  /** Name of the exchange where the security is mostly traded. */
  exchange: Field.optional(Field.like(Schema.String, "NASDAQ", "NYSE")),
  /** Code of the country of this exchange. */
  country_of_exchange: Field.optional(Field.like(Schema.String, "US")),
  /** Code of the currency in which the security is traded, by ISO 4217. */
  currency_traded: Field.optional(Field.like(Schema.String, "USD")),
  /** Number of the security in North America (CUSIP), nine characters. */
  us_code: Field.optional(Field.like(Unit.Identifier, "037833100")),
  /** International number of the security (ISIN), twelve characters. */
  isin: Field.optional(Field.like(Unit.Identifier, "US0378331005")),
  /** Financial Instrument Global Identifier (FIGI) of the security, twelve characters. */
  figi: Field.optional(Field.like(Unit.Identifier, "BBG000B9XRY4")),
  /** Number of the security in London (SEDOL), seven characters. */
  sedol: Field.optional(Field.like(Unit.Identifier, "2046251")),
}

const fields = { ...Fund.fields, ...own }

/** A security that a fund holds. */
export interface Constituent extends Fund.Fund, Field.Row<typeof own> {}

/** Schema of {@link Constituent}. */
export const Constituent: Field.SchemaOf<Constituent, typeof fields> = Field.struct(fields, "Constituent")

const params = {
  composite_ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  constituent_ticker: Filter.rangeOrAnyOf(Ticker.Any),
  effective_date: Filter.range(Param.Date),
  processed_date: Filter.range(Param.Date),
  us_code: Filter.rangeOrAnyOf(Param.String),
  isin: Filter.rangeOrAnyOf(Param.String),
  figi: Filter.rangeOrAnyOf(Param.String),
  sedol: Filter.rangeOrAnyOf(Param.String),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 5000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields), default: ["composite_ticker", "asc"] }),
}

/** Request for what funds hold. */
export interface ConstituentsRequest
  extends Endpoint.RequestOn<typeof Fund.fields & typeof own, typeof params>, Endpoint.Named {}

export const constituents: Endpoint.Paged<ConstituentsRequest, Constituent, typeof params> = Endpoint.paged({
  path: "/etf-global/v1/constituents",
  params,
  row: Constituent,
})
