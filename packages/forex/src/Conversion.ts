/** Conversion of an amount between currencies. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Envelope from "@candela/core/declare/Envelope"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Param from "@candela/core/declare/Param"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"
import * as LastQuote from "./LastQuote.js"

const params = {
  /** Currency to convert from: `EUR`. */
  from: Ticker.Currency,
  /** Currency to convert to: `USD`. `Conflict` if equal to `from`. */
  to: Ticker.Currency,
  /** Amount to convert, in `from`. */
  amount: Param.withDefault(Param.Number, 1),
  /** Number of decimals of the converted amount, 0 to 4. */
  precision: Param.withDefault(Param.integer({ min: 0, max: 4 }), 2),
}

/** Request for a conversion. */
export interface ConversionRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

const fields = {
  /** `success`. */
  status: Envelope.fields.status,
  /** The service's id of the request. */
  request_id: Envelope.fields.request_id,
  /** Currency converted from. */
  from: Field.optional(Schema.String),
  /** Currency converted to. */
  to: Field.optional(Schema.String),
  /** Both currencies: `EUR/USD`. */
  symbol: Field.optional(Schema.String),
  /** Original amount, in `from`. */
  initialAmount: Field.optional(Unit.Currency),
  /** The converted amount, in `to`. */
  converted: Field.required(Unit.Currency),
  /** Quote used for the conversion, the last one. */
  last: Field.optional(LastQuote.CurrencyQuote),
}

/** A converted amount (specification, Conversion result). */
export interface Conversion extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link Conversion}. */
export const Conversion: Field.SchemaOf<Conversion, typeof fields> = Field.struct(fields, "Conversion")

export const conversion: Endpoint.Single<ConversionRequest, Conversion, typeof params> = Endpoint.single({
  path: "/v1/conversion/{from}/{to}",
  params,
  value: Conversion,
  repeats: { from: "from", to: "to", symbol: ["from", "to"], initialAmount: "amount" },
})
