/**
 * Aggregate bars: open, high, low, close and volume of a window of time.
 *
 * @module
 */
import * as Field from "@candela/core/Field"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"

/** An aggregate bar (OHLCV) of one window (specification, Stock aggregate bar). */
export interface Bar {
  /** Traded volume: shares of a stock, units of a currency; it may be fractional. Wire key `v`. */
  readonly volume: number
  /** Volume-weighted average price of the window, in the quote currency (dollars for stocks). Wire key `vw`. */
  readonly vwap?: number
  /** First price, in the quote currency. Wire key `o`. */
  readonly open: number
  /** Last price, in the quote currency. Wire key `c`. */
  readonly close: number
  /** Highest price, in the quote currency. Wire key `h`. */
  readonly high: number
  /** Lowest price, in the quote currency. Wire key `l`. */
  readonly low: number
  /** Start of the window, epoch milliseconds; its end in the daily market summary. `Bar.dateTime(bar)` reads it. Wire key `t`. */
  readonly timestamp: number
  /** Number of trades in the window. Wire key `n`. */
  readonly transactions?: number
  /** True for an over-the-counter ticker; absent otherwise. */
  readonly otc?: boolean
}

/** {@link Bar} as the service writes it. */
export type BarWire = Schema.Struct.Encoded<typeof fields>

/** The fields of a bar, for rows that hold more. */
export const fields = {
  volume: Field.required(Schema.Number, "v"),
  vwap: Field.optional(Schema.Number, "vw"),
  open: Field.required(Schema.Number, "o"),
  close: Field.required(Schema.Number, "c"),
  high: Field.required(Schema.Number, "h"),
  low: Field.required(Schema.Number, "l"),
  timestamp: Field.required(Schema.Number, "t"),
  transactions: Field.optional(Schema.Number, "n"),
  otc: Field.optional(Schema.Boolean),
}

/** A bar's timestamp as an Effect `DateTime`. */
const dateTime = (bar: Bar): DateTime.Utc => DateTime.unsafeMake(bar.timestamp)

/** Schema of {@link Bar}, and `Bar.dateTime(bar)`: its timestamp as an Effect `DateTime`. */
export const Bar: Schema.Schema<Bar, BarWire> & {
  /** The row's timestamp as an Effect `DateTime`. */
  readonly dateTime: (bar: Bar) => DateTime.Utc
} = /* @__PURE__ */ Object.assign(/* @__PURE__ */ Schema.Struct(fields), { dateTime })
