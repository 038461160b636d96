/**
 * Fields of trades on a consolidated tape: stocks and options.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"

/** Fields common to all trades, for rows with more fields. */
export const fields = {
  /**
   * Conditions of the trade, the service's ids. `reference.conditions` says what they mean, and which prices of a bar
   * such a trade changes. Absent or empty for a regular trade.
   */
  conditions: /* @__PURE__ */ Field.optional(/* @__PURE__ */ Field.numbers(Unit.Code)),
  /** Exchange of the trade, the service's id, which `exchanges` names. */
  exchange: /* @__PURE__ */ Field.optional(Unit.Code),
  /** Time of the trade at its exchange, exact epoch nanoseconds. */
  participant_timestamp: /* @__PURE__ */ Field.optional(Unit.EpochNanos),
  /** Price of one share, contract or coin, in the currency of the market. */
  price: /* @__PURE__ */ Field.required(Unit.Currency),
  /** Shares, contracts or coins traded. */
  size: /* @__PURE__ */ Field.optional(Unit.Volume),
}

const consolidated = {
  /** Correction of the trade: absent or 0 for none, other codes for a corrected, cancelled or erroneous trade. */
  correction: /* @__PURE__ */ Field.optional(Unit.Code),
  /** Place of the trade in the order of its ticker on this day: ascending, with gaps. */
  sequence_number: /* @__PURE__ */ Field.optional(Unit.Ordinal),
  /**
   * Receipt of the trade by the consolidator (the securities information processor), exact epoch nanoseconds. Rows are
   * ordered by it, and bars are made by it.
   */
  sip_timestamp: /* @__PURE__ */ Field.required(Unit.EpochNanos),
}

/** Fields of a trade on a consolidated tape, for rows with more fields. */
export const consolidatedFields = { ...fields, ...consolidated }

/** Fields common to all trades. */
export interface Trade extends Field.Row<typeof fields>, Endpoint.Named {}

/** Fields of a trade on a consolidated tape. */
export interface ConsolidatedTrade extends Trade, Field.Row<typeof consolidated> {}
