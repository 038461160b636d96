/** The overview of one ticker. @module */
import * as Endpoint from "@candela/core/Endpoint"
import * as Field from "@candela/core/Field"
import * as Unit from "@candela/core/Unit"
import * as Param from "@candela/core/Param"
import * as Instant from "@candela/market/Instant"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"
import * as Instrument from "./Instrument.js"

const params = {
  /** The ticker, case-sensitive: `AAPL`, `C:EURUSD`, `X:BTCUSD`, `I:SPX`. */
  ticker: Ticker.Any,
  /**
   * The day that the overview is of. Figures of filings are those of the last filing whose period had ended by then, though it was filed later. Default
   * the most recent.
   */
  date: Param.optional(Param.Date),
}

/** Which ticker's overview to request. */
export interface TickerRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

const addressFields = {
  /** First line. */
  address1: Field.optional(Schema.String),
  /** Second line. */
  address2: Field.optional(Schema.String),
  /** City. */
  city: Field.optional(Schema.String),
  /** State, its postal abbreviation: `CA`. */
  state: Field.optional(Schema.String),
  /** Postal code. */
  postal_code: Field.optional(Schema.String),
}

/** The address of a company's headquarters. */
export interface Address extends Field.Row<typeof addressFields>, Endpoint.Named {}

/** Schema of {@link Address}. */
export const Address: Field.SchemaOf<Address, typeof addressFields> = Schema.Struct(addressFields)

const brandingFields = {
  /** Where the logo is. The service asks for the key there, too. */
  logo_url: Field.optional(Schema.String),
  /** Where the icon is: smaller than the logo, and square. The service asks for the key there, too. */
  icon_url: Field.optional(Schema.String),
}

/** Where a company's images are. */
export interface Branding extends Field.Row<typeof brandingFields>, Endpoint.Named {}

/** Schema of {@link Branding}. */
export const Branding: Field.SchemaOf<Branding, typeof brandingFields> = Schema.Struct(brandingFields)

const fields = {
  /** Whether it is listed; false once it is delisted. */
  active: Field.optional(Schema.Boolean),
  /** Name of the currency that it trades in, `usd` of stocks; of a currency pair the name of the quote currency. */
  currency_name: Field.optional(Schema.String),
  /** What the company does. */
  description: Field.optional(Schema.String),
  /** The company's home page. */
  homepage_url: Field.optional(Schema.String),
  /** The company's phone number. */
  phone_number: Field.optional(Schema.String),
  /** Address of the headquarters. */
  address: Field.optional(Address),
  /** Where the company's images are. */
  branding: Field.optional(Branding),
  /** First day on which the ticker was listed, `yyyy-mm-dd`. */
  list_date: Field.optional(Unit.Date),
  /** Latest close times `weighted_shares_outstanding`, in the currency of `currency_name`. */
  market_cap: Field.optional(Unit.Currency),
  /** Outstanding shares of this share class. */
  share_class_shares_outstanding: Field.optional(Unit.Shares),
  /** Outstanding shares of all the company's share classes, as if all were converted to this one. */
  weighted_shares_outstanding: Field.optional(Unit.Shares),
  /** Shares of a round lot. */
  round_lot: Field.optional(Unit.Shares),
  /** Code of the company's industry (Standard Industrial Classification), four digits. */
  sic_code: Field.optional(Schema.String),
  /** Name of that industry. */
  sic_description: Field.optional(Schema.String),
  /** The ticker without its suffix: `BRK` of `BRK.A`. */
  ticker_root: Field.optional(Schema.String),
  /** The suffix, which tells a company's share classes apart: `A` of `BRK.A`. */
  ticker_suffix: Field.optional(Schema.String),
  /** About how many people the company employs. */
  total_employees: Field.optional(Unit.Count),
}

/** What is known of a ticker and the company behind it, on one day (specification, Ticker overview). */
export interface TickerOverview extends Instrument.Instrument, Field.Row<typeof fields> {}

/** Schema of {@link TickerOverview}. */
export const TickerOverview: Field.SchemaOf<TickerOverview, typeof Instrument.fields & typeof fields> &
  Instant.Reader<TickerOverview, "delisted_utc"> = Instant.struct({ ...Instrument.fields, ...fields }, "delisted_utc")

export const ticker: Endpoint.Single<TickerRequest, TickerOverview, typeof params> = Endpoint.single({
  path: "/v3/reference/tickers/{ticker}",
  params,
  value: TickerOverview,
  at: "results",
})
