/**
 * Pages of bars.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
import type * as Envelope from "@candela/core/Envelope"
import * as Field from "@candela/core/Field"
import * as Schema from "effect/Schema"

/** What stands around bars (specification, Stock aggregate bar). */
export const envelope = {
  /** The ticker that was asked for; absent where the rows hold theirs. */
  ticker: /* @__PURE__ */ Field.optional(Schema.String),
  /** Whether prices and volumes are adjusted for splits. */
  adjusted: /* @__PURE__ */ Field.optional(Schema.Boolean),
  /** Number of base aggregates (minutes for minute and hour bars, days for longer ones) that the page was made from. */
  queryCount: /* @__PURE__ */ Field.optional(Schema.Number),
  /** Number of bars in the page, by the service's count: it is sometimes wrong, `results.length` never is. */
  resultsCount: /* @__PURE__ */ Field.optional(Schema.Number),
}

/** A page of bars. Every field may be absent: a last page of the service may be `{}`. */
export interface BarPage<Row> extends Envelope.Page<Row>, Field.Row<typeof envelope>, Endpoint.Named {}
