/**
 * Aggregate bars: open, high, low, close and volume of a window of time.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
import * as Field from "@candela/core/Field"
import * as Unit from "@candela/core/Unit"
import * as Schema from "effect/Schema"
import * as Instant from "./Instant.js"

/** Fields of a bar, for rows with more fields. */
export const fields = {
  /** Traded volume: shares of a stock, units of a currency; may be fractional. */
  volume: Field.required(Unit.Volume, "v"),
  /** Volume-weighted average price of the window, in the quote currency (dollars for stocks). */
  vwap: Field.optional(Unit.Currency, "vw"),
  /** First price, in the quote currency. */
  open: Field.required(Unit.Currency, "o"),
  /** Last price, in the quote currency. */
  close: Field.required(Unit.Currency, "c"),
  /** Highest price, in the quote currency. */
  high: Field.required(Unit.Currency, "h"),
  /** Lowest price, in the quote currency. */
  low: Field.required(Unit.Currency, "l"),
  /**
   * Start of the window, epoch milliseconds; its end in the daily market summary.
   *
   * @remarks `Bar.dateTime(bar)` reads it.
   */
  timestamp: Field.required(Unit.EpochMillis, "t"),
  /** Number of trades in the window. */
  transactions: Field.optional(Unit.Count, "n"),
  /** True for an over-the-counter ticker; absent otherwise. */
  otc: Field.optional(Schema.Boolean),
}

/** An aggregate bar (OHLCV) of one window (specification, Stock aggregate bar). */
export interface Bar extends Field.Row<typeof fields>, Endpoint.Named {}

/** Wire form of {@link Bar}. */
export type BarWire = Schema.Struct.Encoded<typeof fields>

/** Schema of {@link Bar}, and `Bar.dateTime(bar)`: its timestamp as an Effect `DateTime`. */
export const Bar: Schema.Schema<Bar, BarWire> & Instant.Reader<Bar, "timestamp"> = /* @__PURE__ */ Instant.struct(
  fields,
  "timestamp",
)
