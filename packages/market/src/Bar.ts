/**
 * Aggregate bars: open, high, low, close and volume of a window of time.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Schema from "effect/Schema"
import * as Instant from "./Instant.js"
import { dateOf, type Zone } from "./TimeZone.js"

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
   * @remarks `Bar.dateTime(bar)` reads it, and `Bar.tradingDay(bar, "stocks")` the day.
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
export type BarWire = Field.Wire<typeof fields>

/** Market whose bars have a `timestamp`. */
type Name = "stocks" | "options" | "indices" | "forex" | "crypto"

/** The days of each market begin at midnight of its zone. Nothing else of `Market` is bundled with bars. */
const zones: Readonly<Record<Name, Zone>> = {
  stocks: "America/New_York",
  options: "America/New_York",
  indices: "America/New_York",
  forex: "UTC",
  crypto: "UTC",
}

/** Reader of a bar's day. */
export interface DayReader {
  /**
   * Returns the trading day of a bar, `yyyy-mm-dd` in the market's zone: New York for stocks, options
   * and indices, UTC for forex and crypto.
   *
   * It reads every form of a day's bar: `stocks.bars` stamps it with the start of the day, the daily market summary
   * with its close, and `previousDayBar` with the start of the window by the specification, but with 16:00 New York
   * (forex and crypto: the last millisecond of the day) in all recordings of the real service. Join bars of these
   * methods by their trading day, not by their timestamp.
   *
   * ```ts
   * Bar.tradingDay(bar, "stocks") // "2025-06-27"
   * ```
   */
  readonly tradingDay: (bar: Pick<Bar, "timestamp">, market: Name) => string
}

/**
 * Schema of {@link Bar}, `Bar.dateTime(bar)`: its timestamp as an Effect `DateTime`, and
 * `Bar.tradingDay(bar, market)`: its day, for bars of every method.
 */
export const Bar: Schema.Schema<Bar, BarWire> & Instant.Reader<Bar, "timestamp"> & DayReader =
  /* @__PURE__ */ Object.assign(
    /* @__PURE__ */ Instant.readable(/* @__PURE__ */ Field.struct(fields, "Bar"), "timestamp"),
    {
      tradingDay: ({ timestamp }: Pick<Bar, "timestamp">, market: Name) => dateOf(zones[market], timestamp),
    },
  )
