/**
 * Bar of the previous day, the same in every market.
 *
 * @module
 */
import * as Field from "@candela/core/declare/Field"
import * as Schema from "effect/Schema"
import * as Bar from "./Bar.js"
import * as Instant from "./Instant.js"

const ticker = {
  /** Ticker of the bar. */
  ticker: /* @__PURE__ */ Field.optional(Schema.String, "T"),
}

/**
 * Bar of the previous day, which may include its ticker.
 *
 * Its `timestamp` is the start of the window by the specification. All recordings of the real service (2020 to 2025)
 * have 16:00 New York of the day, and in forex and crypto its last millisecond: `Bar.tradingDay(bar, market)` returns
 * the day of either.
 */
export interface PreviousDayBar extends Bar.Bar, Field.Row<typeof ticker> {}

/** Schema of {@link PreviousDayBar}. */
export const PreviousDayBar: Schema.Schema<PreviousDayBar, Bar.BarWire & Field.Wire<typeof ticker>> &
  Instant.Reader<PreviousDayBar, "timestamp"> = /* @__PURE__ */ Instant.readable(
  /* @__PURE__ */ Field.struct({ ...Bar.fields, ...ticker }, "PreviousDayBar"),
  "timestamp",
)
