/** Summaries of instruments of any market: what a list of tickers needs to show their prices. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Param from "@candela/core/declare/Param"
import * as Instant from "@candela/market/Instant"
import { SnapshotSession } from "@candela/market/InstrumentState"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const brandingFields = {
  /** URL of a small square picture of the company. It needs an API key. */
  icon_url: Field.optional(Schema.String),
  /** URL of the company's logo. It needs an API key. */
  logo_url: Field.optional(Schema.String),
}

/** Pictures of a company. */
export interface SummaryBranding extends Field.Row<typeof brandingFields>, Endpoint.Named {}

/** Schema of {@link SummaryBranding}. */
export const SummaryBranding: Field.SchemaOf<SummaryBranding, typeof brandingFields> = Field.struct(
  brandingFields,
  "SummaryBranding",
)

const optionFields = {
  /** Right of the holder: to buy (`call`) or to sell (`put`). */
  contract_type: Field.optional(Field.openEnum("call", "put", "other")),
  /** When the holder may exercise the contract. */
  exercise_style: Field.optional(Field.openEnum("american", "european", "bermudan")),
  /** Last day of the contract, `yyyy-mm-dd`. */
  expiration_date: Field.optional(Unit.Date),
  /** Shares per contract. */
  shares_per_contract: Field.optional(Unit.Shares),
  /** Price at which the holder buys or sells, dollars. */
  strike_price: Field.optional(Unit.Dollars),
  /** Ticker of what the holder buys or sells. */
  underlying_ticker: Field.optional(Schema.String),
}

/** Terms of an option contract. */
export interface SummaryOption extends Field.Row<typeof optionFields>, Endpoint.Named {}

/** Schema of {@link SummaryOption}. */
export const SummaryOption: Field.SchemaOf<SummaryOption, typeof optionFields> = Field.struct(
  optionFields,
  "SummaryOption",
)

const fields = {
  /** The instrument's ticker. */
  ticker: Field.required(Schema.String),
  /** Name of the instrument. */
  name: Field.optional(Schema.String),
  /** Kind of instrument. */
  type: Field.optional(Field.openEnum("stocks", "options", "fx", "crypto", "indices")),
  /** State of its market. */
  market_status: Field.optional(Field.openEnum("open", "closed", "early_trading", "late_trading", "regular_trading")),
  /** Latest price, in the instrument's currency. */
  price: Field.optional(Unit.Currency),
  /** The session so far, or the last one. */
  session: Field.optional(SnapshotSession),
  /** Pictures of the company. */
  branding: Field.optional(SummaryBranding),
  /** Terms of the contract, of an option. */
  options: Field.optional(SummaryOption),
  /** Time of the latest price, epoch nanoseconds. */
  last_updated: Field.optional(Unit.EpochNanos),
  /** Why a ticker has no summary: `NOT_FOUND`. Absent otherwise. */
  error: Field.optional(Schema.String),
  /** The service's words for the error. */
  message: Field.optional(Schema.String),
}

/** Summary of an instrument, or a ticker that could not be resolved: it has an `error`, and no price. */
export interface Summary extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link Summary}, and `Summary.dateTime(summary)`. */
export const Summary: Field.SchemaOf<Summary, typeof fields> & Instant.Reader<Summary, "last_updated"> =
  Instant.readable(Field.struct(fields, "Summary"), "last_updated")

const params = {
  /**
   * Tickers of any market, case-sensitive. Without a ticker the service gives no row, so that one is required.
   *
   * @example "AAPL,X:BTCUSD,I:SPX"
   */
  "ticker.any_of": /* @__PURE__ */ Param.list(Ticker.Any, 250),
}

/** Request for summaries. */
export interface SummariesRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

export const summaries: Endpoint.List<SummariesRequest, Summary, typeof params> = Endpoint.list({
  path: "/v1/summaries",
  params,
  row: Summary,
  key: "ticker",
})
