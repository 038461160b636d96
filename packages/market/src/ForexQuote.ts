/**
 * Historical quotes of currency pairs.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import type * as Schema from "effect/Schema"
import * as Instant from "./Instant.js"

const fields = {
  /** Exchange of the ask, the service's id. */
  ask_exchange: Field.optional(Unit.Code),
  /** Lowest price at which somebody sells the base currency, in the quote currency. */
  ask_price: Field.optional(Unit.Currency),
  /** Exchange of the bid, the service's id. */
  bid_exchange: Field.optional(Unit.Code),
  /** Highest price at which somebody buys the base currency, in the quote currency. */
  bid_price: Field.optional(Unit.Currency),
  /**
   * Time of the quote, exact epoch nanoseconds.
   *
   * @remarks `ForexQuote.dateTime(quote)` reads it, to the millisecond.
   */
  participant_timestamp: Field.required(Unit.EpochNanos),
}

/** A quote (bid and ask) of a currency pair (specification, Forex historical quote). */
export interface ForexQuote extends Field.Row<typeof fields>, Endpoint.Named {}

/** Wire form of {@link ForexQuote}; encoded nanoseconds are strings. */
export type ForexQuoteWire = Field.Wire<typeof fields>

/**
 * Schema of {@link ForexQuote}, and `ForexQuote.dateTime(quote)`: its timestamp as an Effect
 * `DateTime`, cut to the millisecond.
 */
export const ForexQuote: Schema.Schema<ForexQuote, ForexQuoteWire> &
  Instant.Reader<ForexQuote, "participant_timestamp"> = /* @__PURE__ */ Instant.readable(
  /* @__PURE__ */ Field.struct(fields, "ForexQuote"),
  "participant_timestamp",
)
