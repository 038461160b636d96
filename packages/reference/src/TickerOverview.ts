/** The overview of one ticker. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Param from "@candela/core/declare/Param"
import * as Instant from "@candela/market/Instant"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"
import * as Instrument from "./Instrument.js"

const params = {
  /** Ticker, case-sensitive: `AAPL`, `C:EURUSD`, `X:BTCUSD`, `I:SPX`. */
  ticker: Ticker.Any,
  /**
   * Day of the overview. Figures from filings are those of the last filing whose period had ended
   * by then, even if it was filed later. Default: the most recent.
   */
  date: Param.optional(Param.Date),
}

/** Request for a ticker's overview. */
export interface TickerRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

const addressFields = {
  /** First line of the address. */
  address1: Field.optional(Schema.String),
  /** Second line of the address. */
  address2: Field.optional(Schema.String),
  /** City. */
  city: Field.optional(Schema.String),
  /** Postal abbreviation of the state: `CA`. */
  state: Field.optional(Schema.String),
  /** Postal code. */
  postal_code: Field.optional(Schema.String),
}

/** The address of a company's headquarters. */
export interface Address extends Field.Row<typeof addressFields>, Endpoint.Named {}

/** Schema of {@link Address}. */
export const Address: Field.SchemaOf<Address, typeof addressFields> = Field.struct(addressFields, "Address")

const brandingFields = {
  /** Address of the logo. It requires the API key, too. */
  logo_url: Field.optional(Schema.String),
  /** Address of the icon, smaller than the logo and square. It requires the API key, too. */
  icon_url: Field.optional(Schema.String),
}

/** Addresses of a company's images. */
export interface Branding extends Field.Row<typeof brandingFields>, Endpoint.Named {}

/** Schema of {@link Branding}. */
export const Branding: Field.SchemaOf<Branding, typeof brandingFields> = Field.struct(brandingFields, "Branding")

const fields = {
  /** Whether the ticker is listed; false once it is delisted. */
  active: Field.optional(Schema.Boolean),
  /** Name of the trading currency, `usd` for stocks; for a currency pair the name of the quote currency. */
  currency_name: Field.optional(Schema.String),
  /** Business of the company. */
  description: Field.optional(Schema.String),
  /** Home page of the company. */
  homepage_url: Field.optional(Schema.String),
  /** Phone number of the company. */
  phone_number: Field.optional(Schema.String),
  /** Address of the headquarters. */
  address: Field.optional(Address),
  /** Addresses of the company's images. */
  branding: Field.optional(Branding),
  /** First day on which the ticker was listed, `yyyy-mm-dd`. */
  list_date: Field.optional(Unit.Date),
  /** Market capitalization: latest close times `weighted_shares_outstanding`, in the currency of `currency_name`. */
  market_cap: Field.optional(Unit.Currency),
  /** Outstanding shares of this share class. */
  share_class_shares_outstanding: Field.optional(Unit.Shares),
  /** Outstanding shares of all the company's share classes, as if all were converted to this one. */
  weighted_shares_outstanding: Field.optional(Unit.Shares),
  /** Number of shares in a round lot. */
  round_lot: Field.optional(Unit.Shares),
  /** Code of the company's industry (Standard Industrial Classification), four digits. */
  sic_code: Field.optional(Schema.String),
  /** Name of the industry of `sic_code`. */
  sic_description: Field.optional(Schema.String),
  /** The ticker without its suffix: `BRK` of `BRK.A`. */
  ticker_root: Field.optional(Schema.String),
  /** Suffix of the ticker, which distinguishes a company's share classes: `A` of `BRK.A`. */
  ticker_suffix: Field.optional(Schema.String),
  /** Approximate number of employees. */
  total_employees: Field.optional(Unit.Count),
}

/** Details of a ticker and its company on one day (specification, Ticker overview). */
export interface TickerOverview extends Instrument.Instrument, Field.Row<typeof fields> {}

/** Schema of {@link TickerOverview}. */
export const TickerOverview: Field.SchemaOf<TickerOverview, typeof Instrument.fields & typeof fields> &
  Instant.Reader<TickerOverview, "delisted_utc"> = Instant.readable(
  Field.struct({ ...Instrument.fields, ...fields }, "TickerOverview"),
  "delisted_utc",
)

export const ticker: Endpoint.Single<TickerRequest, TickerOverview, typeof params> = Endpoint.single({
  path: "/v3/reference/tickers/{ticker}",
  params,
  value: TickerOverview,
  at: "results",
  repeats: { ticker: "ticker" },
})
