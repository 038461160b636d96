/**
 * Pages of bars.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as Envelope from "@candela/core/declare/Envelope"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Schema from "effect/Schema"

/** Envelope of the bars of many tickers (specification, Stock aggregate bar). */
export const summaryEnvelope = {
  /** Whether prices and volumes are adjusted for splits. */
  adjusted: /* @__PURE__ */ Field.lenient(Schema.Boolean),
  /**
   * Number of base aggregates (minutes for minute and hour bars, days for longer ones) from which the page was made.
   */
  queryCount: /* @__PURE__ */ Field.lenient(Unit.Count),
  /** Number of bars in the page as counted by the service: sometimes wrong, unlike `results.length`. */
  resultsCount: /* @__PURE__ */ Field.lenient(Unit.Count),
}

/**
 * A page of bars of many tickers, each bar with its own. Every field may be absent: a last page of
 * the service may be `{}`.
 */
export interface SummaryPage<Row> extends Envelope.Page<Row>, Field.Row<typeof summaryEnvelope>, Endpoint.Named {}

const ofTicker = {
  /** Requested ticker. */
  ticker: /* @__PURE__ */ Field.lenient(Schema.String),
}

/** Envelope of the bars of one ticker (specification, Stock aggregate bar). */
export const envelope = { ...ofTicker, ...summaryEnvelope }

/** A page of bars of one ticker. Every field may be absent: a last page of the service may be `{}`. */
export interface BarPage<Row> extends Envelope.Page<Row>, Field.Row<typeof envelope>, Endpoint.Named {}

/** Envelope of the bars of one index, which is never split. */
export const unadjustedEnvelope = /* @__PURE__ */ (() => {
  const { adjusted: _, ...rest } = envelope
  return rest
})()

/** A page of bars of one index. Every field may be absent: a last page of the service may be `{}`. */
export interface UnadjustedPage<Row> extends Envelope.Page<Row>, Field.Row<typeof unadjustedEnvelope>, Endpoint.Named {}
