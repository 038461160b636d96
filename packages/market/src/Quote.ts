/**
 * Fields of quotes on a consolidated tape, the national best bid and offer: stocks and options.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"

/** Fields of a quote on a consolidated tape, for rows with more fields. */
export const fields = {
  /** Exchange of the ask, the service's id, which `exchanges` names; 0 or absent without an ask. */
  ask_exchange: /* @__PURE__ */ Field.optional(Unit.Code),
  /** Lowest price at which somebody sells, dollars; 0 or absent without an ask. */
  ask_price: /* @__PURE__ */ Field.optional(Unit.Dollars),
  /** Size offered at the ask: shares; contracts of options. */
  ask_size: /* @__PURE__ */ Field.optional(Unit.Volume),
  /** Exchange of the bid, the service's id, which `exchanges` names; 0 or absent without a bid. */
  bid_exchange: /* @__PURE__ */ Field.optional(Unit.Code),
  /** Highest price at which somebody buys, dollars; 0 or absent without a bid. */
  bid_price: /* @__PURE__ */ Field.optional(Unit.Dollars),
  /** Size wanted at the bid: shares; contracts of options. */
  bid_size: /* @__PURE__ */ Field.optional(Unit.Volume),
  /** Place of the quote in the order of its ticker on this day: ascending, with gaps. */
  sequence_number: /* @__PURE__ */ Field.optional(Unit.Ordinal),
  /**
   * Receipt of the quote by the consolidator (the securities information processor), exact epoch nanoseconds. Rows are
   * ordered by it; several may share an instant.
   */
  sip_timestamp: /* @__PURE__ */ Field.required(Unit.EpochNanos),
}

/** A quote on a consolidated tape. */
export interface ConsolidatedQuote extends Field.Row<typeof fields>, Endpoint.Named {}
