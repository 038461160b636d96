/** Snapshots of stocks. @module */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Param from "@candela/core/declare/Param"
import * as Instant from "@candela/market/Instant"
import * as Snapshot from "@candela/market/Snapshot"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const otc = {
  /** True for an over-the-counter stock; absent otherwise. */
  otc: Field.optional(Schema.Boolean),
}

/**
 * Bar of the previous day in a stock's snapshot. Prices in dollars, volume in shares; its numbers
 * are 0 or absent while there is no data.
 */
export interface StockSnapshotPreviousDay extends Snapshot.SnapshotBar, Field.Row<typeof otc> {}

/** Schema of {@link StockSnapshotPreviousDay}. */
export const StockSnapshotPreviousDay: Schema.Schema<
  StockSnapshotPreviousDay,
  Snapshot.SnapshotBarWire & Field.Wire<typeof otc>
> = Field.struct({ ...Snapshot.barFields, ...otc }, "StockSnapshotPreviousDay")

const ofToday = {
  ...otc,
  /** Traded shares, including fractions of shares, as an exact decimal in text. */
  decimal_volume: Field.optional(Schema.String, "dv"),
}

/**
 * Bar of today in a stock's snapshot. Prices in dollars, volume in shares; its numbers are 0 or
 * absent while there is no data.
 */
export interface StockSnapshotDay extends Snapshot.SnapshotBar, Field.Row<typeof ofToday> {}

/** Schema of {@link StockSnapshotDay}. */
export const StockSnapshotDay: Schema.Schema<StockSnapshotDay, Snapshot.SnapshotBarWire & Field.Wire<typeof ofToday>> =
  Field.struct({ ...Snapshot.barFields, ...ofToday }, "StockSnapshotDay")

const ofMinute = {
  ...ofToday,
  /** Shares traded today up to the end of the minute. */
  accumulated_volume: Field.optional(Unit.Shares, "av"),
  /** `accumulated_volume` including fractions of shares, as an exact decimal in text. */
  decimal_accumulated_volume: Field.optional(Schema.String, "dav"),
}

/**
 * Bar of the latest minute in a stock's snapshot. Prices in dollars, volume in shares; its numbers
 * are 0 or absent while there is no data for today.
 */
export interface StockSnapshotMinute extends Snapshot.SnapshotMinute, Field.Row<typeof ofMinute> {}

/** Schema of {@link StockSnapshotMinute}. */
export const StockSnapshotMinute: Schema.Schema<
  StockSnapshotMinute,
  Snapshot.SnapshotMinuteWire & Field.Wire<typeof ofMinute>
> &
  Instant.Reader<StockSnapshotMinute, "timestamp"> = Instant.readable(
  Field.struct({ ...Snapshot.minuteFields, ...ofMinute }, "StockSnapshotMinute"),
  "timestamp",
)

const lastQuoteFields = {
  /** Lowest price at which somebody sells, dollars. */
  ask: Field.optional(Unit.Dollars, "P"),
  /** Size offered at the ask, in round lots (mostly of 100 shares). */
  ask_size: Field.optional(Unit.Count, "S"),
  /** Highest price at which somebody buys, dollars. */
  bid: Field.optional(Unit.Dollars, "p"),
  /** Size wanted at the bid, in round lots (mostly of 100 shares). */
  bid_size: Field.optional(Unit.Count, "s"),
  /** Receipt of the quote by the securities information processor, exact epoch nanoseconds. */
  timestamp: Field.optional(Unit.EpochNanos, "t"),
}

/** The last quote in a stock's snapshot. Its numbers are 0 or absent where there is none. */
export interface StockLastQuote extends Field.Row<typeof lastQuoteFields>, Endpoint.Named {}

/** Schema of {@link StockLastQuote}. */
export const StockLastQuote: Field.SchemaOf<StockLastQuote, typeof lastQuoteFields> &
  Instant.Reader<StockLastQuote, "timestamp"> = Instant.readable(
  Field.struct(lastQuoteFields, "StockLastQuote"),
  "timestamp",
)

const lastTradeFields = {
  /** Conditions of the trade, the service's ids. */
  conditions: Field.optional(Field.numbers(Unit.Code), "c"),
  /** Traded shares, including fractions of shares, as an exact decimal in text. */
  decimal_size: Field.optional(Schema.String, "ds"),
  /** Id of the trade, unique for its ticker and exchange. */
  id: Field.optional(Field.Id, "i"),
  /** Price of a share, dollars. */
  price: Field.optional(Unit.Dollars, "p"),
  /** Number of whole shares traded. */
  size: Field.optional(Unit.Shares, "s"),
  /** Receipt of the trade by the securities information processor, exact epoch nanoseconds. */
  timestamp: Field.optional(Unit.EpochNanos, "t"),
  /** Exchange of the trade, the service's id. */
  exchange: Field.optional(Unit.Code, "x"),
}

/**
 * The last trade in a stock's snapshot. Its numbers are 0 or absent where there is none, as before
 * the first trade of a day.
 */
export interface StockLastTrade extends Field.Row<typeof lastTradeFields>, Endpoint.Named {}

/** Schema of {@link StockLastTrade}. */
export const StockLastTrade: Field.SchemaOf<StockLastTrade, typeof lastTradeFields> &
  Instant.Reader<StockLastTrade, "timestamp"> = Instant.readable(
  Field.struct(lastTradeFields, "StockLastTrade"),
  "timestamp",
)

const fields = {
  /** The stock's ticker. */
  ticker: Field.optional(Schema.String),
  /** Bar of today: all trades from 04:00 to 20:00 New York. */
  day: Field.optional(StockSnapshotDay),
  /** Bar of the latest minute. */
  min: Field.optional(StockSnapshotMinute),
  /** Previous day with data, adjusted for later splits. */
  prevDay: Field.optional(StockSnapshotPreviousDay),
  /** The last quote; only on plans that include quotes. */
  lastQuote: Field.optional(StockLastQuote),
  /** The last trade. */
  lastTrade: Field.optional(StockLastTrade),
  /** Latest price less the previous day's close, dollars; 0 while there is no data for today. */
  todaysChange: Field.optional(Unit.Dollars),
  /** `todaysChange` in percent of the previous day's close. */
  todaysChangePerc: Field.optional(Unit.Percent),
  /**
   * Time of the latest data, exact epoch nanoseconds; 0 for a stock without data. A value below
   * 1e15 is epoch milliseconds.
   */
  updated: Field.optional(Unit.EpochNanos),
  /** Fair market value, dollars; on business plans only. */
  fmv: Field.optional(Unit.Dollars),
}

/**
 * A stock's day so far, previous day, last quote and last trade (specification, the pattern of the
 * Forex snapshot ticker). `day` and `min` are cleared at 03:30 New York and fill again from 04:00.
 */
export interface StockSnapshot extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link StockSnapshot}. */
export const StockSnapshot: Field.SchemaOf<StockSnapshot, typeof fields> & Instant.Reader<StockSnapshot, "updated"> =
  Instant.readable(Field.struct(fields, "StockSnapshot"), "updated")

const includeOtc = {
  /** Whether to include over-the-counter stocks. */
  include_otc: Param.withDefault(Param.Boolean, false),
}

const snapshotsParams = {
  /** The stocks' tickers, case-sensitive: `AAPL`, `BRK.A`. Default all stocks. Unknown stocks are left out. */
  tickers: Snapshot.tickers(Ticker.Stock),
  ...includeOtc,
}

/** Request for the snapshots of stocks. */
export interface SnapshotsRequest extends Endpoint.RequestOf<typeof snapshotsParams>, Endpoint.Named {}

export const snapshots: Endpoint.List<SnapshotsRequest, StockSnapshot, typeof snapshotsParams> = Snapshot.snapshots(
  "stocks",
  snapshotsParams,
  StockSnapshot,
)

const snapshotParams = {
  /** The stock's ticker, case-sensitive: `AAPL`, `BRK.A`. */
  stocksTicker: Ticker.Stock,
}

/** Request for a stock's snapshot. */
export interface SnapshotRequest extends Endpoint.RequestOf<typeof snapshotParams>, Endpoint.Named {}

export const snapshot: Endpoint.Single<SnapshotRequest, StockSnapshot, typeof snapshotParams> = Snapshot.snapshot(
  "stocks",
  snapshotParams,
  StockSnapshot,
)

const moversParams = { ...Snapshot.moversParams, ...includeOtc }

/** Request for movers. */
export interface MoversRequest extends Snapshot.MoversRequest, Endpoint.RequestOf<typeof includeOtc> {}

export const movers: Endpoint.List<MoversRequest, StockSnapshot, typeof moversParams> = Snapshot.movers(
  "stocks",
  moversParams,
  StockSnapshot,
)
