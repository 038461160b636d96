/**
 * Parts of the latest state of an instrument, in the unified snapshot, in option chains and in the
 * snapshots of indices.
 *
 * Every field may be absent: the service omits fields without data, also within sessions, trades and quotes, which may
 * be empty.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Schema from "effect/Schema"
import * as Instant from "./Instant.js"

const sessionFields = {
  /** Change since the previous close, in the instrument's currency. */
  change: /* @__PURE__ */ Field.optional(Unit.Currency),
  /** Change since the previous close, in percent. */
  change_percent: /* @__PURE__ */ Field.optional(Unit.Percent),
  /** Last price of the session. */
  close: /* @__PURE__ */ Field.optional(Unit.Currency),
  /** Traded volume as an exact decimal, in text. */
  decimal_volume: /* @__PURE__ */ Field.optional(Schema.String),
  /** Change in early trading, before the regular session. */
  early_trading_change: /* @__PURE__ */ Field.optional(Unit.Currency),
  /** Change in early trading, in percent. */
  early_trading_change_percent: /* @__PURE__ */ Field.optional(Unit.Percent),
  /** Highest price of the session. */
  high: /* @__PURE__ */ Field.optional(Unit.Currency),
  /** Change in late trading, after the regular session. */
  late_trading_change: /* @__PURE__ */ Field.optional(Unit.Currency),
  /** Change in late trading, in percent. */
  late_trading_change_percent: /* @__PURE__ */ Field.optional(Unit.Percent),
  /** Lowest price of the session. */
  low: /* @__PURE__ */ Field.optional(Unit.Currency),
  /** First price of the session. */
  open: /* @__PURE__ */ Field.optional(Unit.Currency),
  /** Last price of the previous session. */
  previous_close: /* @__PURE__ */ Field.optional(Unit.Currency),
  /** Price of the last trade. */
  price: /* @__PURE__ */ Field.optional(Unit.Currency),
  /** Change in the regular session. */
  regular_trading_change: /* @__PURE__ */ Field.optional(Unit.Currency),
  /** Change in the regular session, in percent. */
  regular_trading_change_percent: /* @__PURE__ */ Field.optional(Unit.Percent),
  /** Traded volume: shares, contracts, or units of the base currency. */
  volume: /* @__PURE__ */ Field.optional(Unit.Volume),
}

/** The session so far, or the last one. Prices are in the instrument's currency. */
export interface SnapshotSession extends Field.Row<typeof sessionFields>, Endpoint.Named {}
/** Schema of {@link SnapshotSession}. */
export const SnapshotSession: Field.SchemaOf<SnapshotSession, typeof sessionFields> = /* @__PURE__ */ Field.struct(
  sessionFields,
  "SnapshotSession",
)

const lastMinuteFields = {
  /** Last price of the minute. */
  close: /* @__PURE__ */ Field.optional(Unit.Currency),
  /** Traded volume as an exact decimal, in text. */
  decimal_volume: /* @__PURE__ */ Field.optional(Schema.String),
  /** Highest price of the minute. */
  high: /* @__PURE__ */ Field.optional(Unit.Currency),
  /** Lowest price of the minute. */
  low: /* @__PURE__ */ Field.optional(Unit.Currency),
  /** First price of the minute. */
  open: /* @__PURE__ */ Field.optional(Unit.Currency),
  /** Number of trades in the minute. */
  transactions: /* @__PURE__ */ Field.optional(Unit.Count),
  /** Traded volume: shares, contracts, or units of the base currency. */
  volume: /* @__PURE__ */ Field.optional(Unit.Volume),
  /** Volume-weighted average price of the minute. */
  vwap: /* @__PURE__ */ Field.optional(Unit.Currency),
}

/** The last minute with trades. */
export interface LastMinute extends Field.Row<typeof lastMinuteFields>, Endpoint.Named {}
/** Schema of {@link LastMinute}. */
export const LastMinute: Field.SchemaOf<LastMinute, typeof lastMinuteFields> = /* @__PURE__ */ Field.struct(
  lastMinuteFields,
  "SnapshotLastMinute",
)

/** Timeliness of a value: `REAL-TIME`, or `DELAYED` on plans with a delay. */
export const Timeframe: Schema.Schema<string> = /* @__PURE__ */ Field.openEnum("REAL-TIME", "DELAYED")

const lastQuoteFields = {
  /** Lowest price at which somebody sells. */
  ask: /* @__PURE__ */ Field.optional(Unit.Currency),
  /** Exchange of the ask, the service's id. */
  ask_exchange: /* @__PURE__ */ Field.optional(Unit.Code),
  /** Size of the ask. */
  ask_size: /* @__PURE__ */ Field.optional(Unit.Volume),
  /** Highest price at which somebody buys. */
  bid: /* @__PURE__ */ Field.optional(Unit.Currency),
  /** Exchange of the bid, the service's id. */
  bid_exchange: /* @__PURE__ */ Field.optional(Unit.Code),
  /** Size of the bid. */
  bid_size: /* @__PURE__ */ Field.optional(Unit.Volume),
  /** Exchange of the quote, the service's id, if ask and bid have no separate ones. */
  exchange: /* @__PURE__ */ Field.optional(Unit.Code),
  /** Time of the quote, epoch nanoseconds. */
  last_updated: /* @__PURE__ */ Field.optional(Unit.EpochNanos),
  /** Mean of bid and ask. */
  midpoint: /* @__PURE__ */ Field.optional(Unit.Currency),
  /** Timeliness: `REAL-TIME` or `DELAYED`. */
  timeframe: /* @__PURE__ */ Field.optional(Timeframe),
}

/** The last quote; only on plans that include quotes. */
export interface LastQuote extends Field.Row<typeof lastQuoteFields>, Endpoint.Named {}
/** Schema of {@link LastQuote}. */
export const LastQuote: Field.SchemaOf<LastQuote, typeof lastQuoteFields> & Instant.Reader<LastQuote, "last_updated"> =
  /* @__PURE__ */ Instant.readable(/* @__PURE__ */ Field.struct(lastQuoteFields, "SnapshotLastQuote"), "last_updated")

const lastTradeFields = {
  /** Conditions of the trade, the service's ids. */
  conditions: /* @__PURE__ */ Field.optional(/* @__PURE__ */ Field.numbers(Unit.Code)),
  /** Size as an exact decimal, in text. */
  decimal_size: /* @__PURE__ */ Field.optional(Schema.String),
  /** Exchange of the trade, the service's id. */
  exchange: /* @__PURE__ */ Field.optional(Unit.Code),
  /** Id of the trade. */
  id: /* @__PURE__ */ Field.optional(Field.Id),
  /** Receipt of the trade, epoch nanoseconds. */
  last_updated: /* @__PURE__ */ Field.optional(Unit.EpochNanos),
  /** Time of the trade, epoch nanoseconds. */
  participant_timestamp: /* @__PURE__ */ Field.optional(Unit.EpochNanos),
  /** Price of the trade. */
  price: /* @__PURE__ */ Field.optional(Unit.Currency),
  /** Receipt of the trade by the securities information processor, epoch nanoseconds. */
  sip_timestamp: /* @__PURE__ */ Field.optional(Unit.EpochNanos),
  /** Traded size: shares, contracts, or units of the base currency. */
  size: /* @__PURE__ */ Field.optional(Unit.Volume),
  /** Timeliness: `REAL-TIME` or `DELAYED`. */
  timeframe: /* @__PURE__ */ Field.optional(Timeframe),
}

/** The last trade. */
export interface LastTrade extends Field.Row<typeof lastTradeFields>, Endpoint.Named {}
/** Schema of {@link LastTrade}, and `LastTrade.dateTime(trade, "participant_timestamp")`. */
export const LastTrade: Field.SchemaOf<LastTrade, typeof lastTradeFields> &
  Instant.Reader<LastTrade, "sip_timestamp", "participant_timestamp" | "last_updated"> =
  /* @__PURE__ */ Instant.readable(
    /* @__PURE__ */ Field.struct(lastTradeFields, "SnapshotLastTrade"),
    "sip_timestamp",
    "participant_timestamp",
    "last_updated",
  )

/** Fields of {@link OptionDetails}, for terms with more fields. */
export const optionDetailsFields = {
  /** Type of the contract: `call`, `put` or `other`. */
  contract_type: /* @__PURE__ */ Field.optional(/* @__PURE__ */ Field.openEnum("call", "put", "other")),
  /** Exercise style: `american`, `european` or `bermudan`. */
  exercise_style: /* @__PURE__ */ Field.optional(/* @__PURE__ */ Field.openEnum("american", "european", "bermudan")),
  /** Last day of the contract, `yyyy-mm-dd`. */
  expiration_date: /* @__PURE__ */ Field.optional(Unit.Date),
  /** Number of shares per contract. */
  shares_per_contract: /* @__PURE__ */ Field.optional(Unit.Shares),
  /** Strike price, at which the contract can be exercised, dollars. */
  strike_price: /* @__PURE__ */ Field.optional(Unit.Dollars),
  /** Ticker of the underlying. */
  underlying_ticker: /* @__PURE__ */ Field.optional(Schema.String),
}

/** Terms of an option contract. */
export interface OptionDetails extends Field.Row<typeof optionDetailsFields>, Endpoint.Named {}
/** Schema of {@link OptionDetails}. */
export const OptionDetails: Field.SchemaOf<OptionDetails, typeof optionDetailsFields> = /* @__PURE__ */ Field.struct(
  optionDetailsFields,
  "OptionDetails",
)

const greeksFields = {
  /** Change of the option's price per dollar of the underlying. */
  delta: /* @__PURE__ */ Field.optional(Unit.Ratio),
  /** Change of delta per dollar of the underlying. */
  gamma: /* @__PURE__ */ Field.optional(Unit.PerDollar),
  /** Change of the option's price per day. */
  theta: /* @__PURE__ */ Field.optional(Unit.Dollars),
  /** Change of the option's price per percentage point of volatility. */
  vega: /* @__PURE__ */ Field.optional(Unit.Dollars),
}

/** Sensitivities of an option's price. */
export interface Greeks extends Field.Row<typeof greeksFields>, Endpoint.Named {}
/** Schema of {@link Greeks}. */
export const Greeks: Field.SchemaOf<Greeks, typeof greeksFields> = /* @__PURE__ */ Field.struct(greeksFields, "Greeks")

const underlyingFields = {
  /** Move of the underlying at which the option breaks even, dollars. */
  change_to_break_even: /* @__PURE__ */ Field.optional(Unit.Dollars),
  /** Last change of the underlying, epoch nanoseconds. */
  last_updated: /* @__PURE__ */ Field.optional(Unit.EpochNanos),
  /** Price of the underlying, dollars. */
  price: /* @__PURE__ */ Field.optional(Unit.Dollars),
  /** Ticker of the underlying. */
  ticker: /* @__PURE__ */ Field.optional(Schema.String),
  /** Timeliness: `REAL-TIME` or `DELAYED`. */
  timeframe: /* @__PURE__ */ Field.optional(Timeframe),
  /** Value of the underlying if it is an index. */
  value: /* @__PURE__ */ Field.optional(Unit.Points),
}

/** Underlying of an option. */
export interface UnderlyingAsset extends Field.Row<typeof underlyingFields>, Endpoint.Named {}
/** Schema of {@link UnderlyingAsset}. */
export const UnderlyingAsset: Field.SchemaOf<UnderlyingAsset, typeof underlyingFields> &
  Instant.Reader<UnderlyingAsset, "last_updated"> = /* @__PURE__ */ Instant.readable(
  /* @__PURE__ */ Field.struct(underlyingFields, "UnderlyingAsset"),
  "last_updated",
)
