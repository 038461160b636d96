/** The last quote of a currency pair. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Envelope from "@candela/core/declare/Envelope"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Instant from "@candela/market/Instant"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const params = {
  /** Base currency, which is priced: `EUR`. */
  from: Ticker.Currency,
  /** Currency of the prices: `USD`. */
  to: Ticker.Currency,
}

/** Request for a pair's last quote. */
export interface LastQuoteRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

const quoteFields = {
  /** Lowest price at which somebody sells one `from`, in `to`. */
  ask: Field.optional(Unit.Currency),
  /** Highest price at which somebody buys one `from`, in `to`. */
  bid: Field.optional(Unit.Currency),
  /** Exchange of the quote, the service's id. */
  exchange: Field.optional(Unit.Code),
  /** Time of the quote, epoch milliseconds. */
  timestamp: Field.optional(Unit.EpochMillis),
}

/** Quote of `from` in `to`, part of last quotes and conversions. The service may omit any field. */
export interface CurrencyQuote extends Field.Row<typeof quoteFields>, Endpoint.Named {}

/** Schema of {@link CurrencyQuote}. */
export const CurrencyQuote: Field.SchemaOf<CurrencyQuote, typeof quoteFields> &
  Instant.Reader<CurrencyQuote, "timestamp"> = Instant.readable(Field.struct(quoteFields, "CurrencyQuote"), "timestamp")

const fields = {
  /** `success`; `DELAYED` on a plan with a delay. */
  status: Envelope.fields.status,
  /** The service's id of the request. */
  request_id: Envelope.fields.request_id,
  /** Both currencies: `EUR/USD`. */
  symbol: Field.optional(Schema.String),
  /** The quote. */
  last: Field.optional(CurrencyQuote),
}

/** The last quote of a currency pair (specification, Last quote). */
export interface LastQuote extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link LastQuote}. */
export const LastQuote: Field.SchemaOf<LastQuote, typeof fields> = Field.struct(fields, "LastQuote")

export const lastQuote: Endpoint.Single<LastQuoteRequest, LastQuote, typeof params> = Endpoint.single({
  path: "/v1/last_quote/currencies/{from}/{to}",
  params,
  value: LastQuote,
  repeats: { symbol: ["from", "to"] },
})
