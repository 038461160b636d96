/**
 * An amount of one currency in another.
 *
 * @module
 */
import * as Endpoint from "@candela/core/Endpoint"
import * as Envelope from "@candela/core/Envelope"
import * as Field from "@candela/core/Field"
import * as Param from "@candela/core/Param"
import * as Schema from "effect/Schema"

const Currency = Param.text(/^[A-Z]{3}$/, "a currency's code of three capital letters, such as EUR")

const params = {
  /** The currency to convert from: `EUR`. */
  from: Currency,
  /** The currency to convert to: `USD`. The same as `from` is a `Conflict`. */
  to: Currency,
  /** The amount to convert, in `from`. Default 1. */
  amount: Param.withDefault(Param.Number, 1),
  /** How many decimals the converted amount is rounded to, 0 to 4. Default 2. */
  precision: Param.withDefault(Param.integer({ min: 0, max: 4 }), 2),
}

/** Which amount to convert. */
export interface ConversionRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

const lastFields = {
  /** Lowest price at which somebody sells one `from`, in `to`. */
  ask: Field.required(Schema.Number),
  /** Highest price at which somebody buys one `from`, in `to`. */
  bid: Field.required(Schema.Number),
  /** Exchange of the quote, the service's id. */
  exchange: Field.required(Schema.Number),
  /** When the quote was made, epoch milliseconds. */
  timestamp: Field.required(Schema.Number),
}

/** The quote that an amount was converted by. */
export interface ConversionQuote extends Field.Row<typeof lastFields>, Endpoint.Named {}

/** Schema of {@link ConversionQuote}. */
export const ConversionQuote: Schema.Schema<ConversionQuote, Schema.Struct.Encoded<typeof lastFields>> = Schema.Struct(
  lastFields,
)

const fields = {
  /** `success`. */
  status: Field.required(Schema.String),
  /** The service's id of the request. */
  request_id: Field.optional(Envelope.RequestId),
  /** The currency that was converted from. */
  from: Field.required(Schema.String),
  /** The currency that was converted to. */
  to: Field.required(Schema.String),
  /** Both currencies: `EUR/USD`. */
  symbol: Field.required(Schema.String),
  /** The amount that was converted, in `from`. */
  initialAmount: Field.required(Schema.Number),
  /** The converted amount, in `to`. */
  converted: Field.required(Schema.Number),
  /** The pair's last quote. */
  last: Field.optional(ConversionQuote),
}

/** A converted amount (specification, Conversion result). */
export interface Conversion extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link Conversion}. */
export const Conversion: Schema.Schema<Conversion, Schema.Struct.Encoded<typeof fields>> = Schema.Struct(fields)

/** `GET /v1/conversion/{from}/{to}` (specification, endpoint 13). */
export const conversion: Endpoint.Single<ConversionRequest, Conversion, typeof params> = Endpoint.single(
  "forex.conversion",
  { path: "/v1/conversion/{from}/{to}", params, value: Conversion },
)
