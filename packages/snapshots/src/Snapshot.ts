/**
 * Latest state of any instrument: the rows of the unified snapshot.
 *
 * Only the ticker is always present: the service omits fields without data, also within sessions,
 * trades and quotes, which may be empty.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Instant from "@candela/market/Instant"
import * as Schema from "effect/Schema"

const sessionFields = {
  /** Change since the previous close, in the instrument's currency. */
  change: Field.optional(Unit.Currency),
  /** Change since the previous close, in percent. */
  change_percent: Field.optional(Unit.Percent),
  /** Last price of the session. */
  close: Field.optional(Unit.Currency),
  /** Traded volume as an exact decimal, in text. */
  decimal_volume: Field.optional(Schema.String),
  /** Change in early trading, before the regular session. */
  early_trading_change: Field.optional(Unit.Currency),
  /** Change in early trading, in percent. */
  early_trading_change_percent: Field.optional(Unit.Percent),
  /** Highest price of the session. */
  high: Field.optional(Unit.Currency),
  /** Change in late trading, after the regular session. */
  late_trading_change: Field.optional(Unit.Currency),
  /** Change in late trading, in percent. */
  late_trading_change_percent: Field.optional(Unit.Percent),
  /** Lowest price of the session. */
  low: Field.optional(Unit.Currency),
  /** First price of the session. */
  open: Field.optional(Unit.Currency),
  /** Last price of the previous session. */
  previous_close: Field.optional(Unit.Currency),
  /** Price of the last trade. */
  price: Field.optional(Unit.Currency),
  /** Change in the regular session. */
  regular_trading_change: Field.optional(Unit.Currency),
  /** Change in the regular session, in percent. */
  regular_trading_change_percent: Field.optional(Unit.Percent),
  /** Traded volume: shares, contracts, or units of the base currency. */
  volume: Field.optional(Unit.Volume),
}

/** The session so far, or the last one. Prices are in the instrument's currency. */
export interface SnapshotSession extends Field.Row<typeof sessionFields>, Endpoint.Named {}
/** Schema of {@link SnapshotSession}. */
export const SnapshotSession: Field.SchemaOf<SnapshotSession, typeof sessionFields> = Field.struct(
  sessionFields,
  "SnapshotSession",
)

const lastMinuteFields = {
  /** Last price of the minute. */
  close: Field.optional(Unit.Currency),
  /** Traded volume as an exact decimal, in text. */
  decimal_volume: Field.optional(Schema.String),
  /** Highest price of the minute. */
  high: Field.optional(Unit.Currency),
  /** Lowest price of the minute. */
  low: Field.optional(Unit.Currency),
  /** First price of the minute. */
  open: Field.optional(Unit.Currency),
  /** Number of trades in the minute. */
  transactions: Field.optional(Unit.Count),
  /** Traded volume: shares, contracts, or units of the base currency. */
  volume: Field.optional(Unit.Volume),
  /** Volume-weighted average price of the minute. */
  vwap: Field.optional(Unit.Currency),
}

/** The last minute with trades. */
export interface LastMinute extends Field.Row<typeof lastMinuteFields>, Endpoint.Named {}
/** Schema of {@link LastMinute}. */
export const LastMinute: Field.SchemaOf<LastMinute, typeof lastMinuteFields> = Field.struct(
  lastMinuteFields,
  "SnapshotLastMinute",
)

/** Timeliness of a value: `REAL-TIME`, or `DELAYED` on plans with a delay. */
const Timeframe = Field.openEnum("REAL-TIME", "DELAYED")

const lastQuoteFields = {
  /** Lowest price at which somebody sells. */
  ask: Field.optional(Unit.Currency),
  /** Exchange of the ask, the service's id. */
  ask_exchange: Field.optional(Unit.Code),
  /** Size of the ask. */
  ask_size: Field.optional(Unit.Volume),
  /** Highest price at which somebody buys. */
  bid: Field.optional(Unit.Currency),
  /** Exchange of the bid, the service's id. */
  bid_exchange: Field.optional(Unit.Code),
  /** Size of the bid. */
  bid_size: Field.optional(Unit.Volume),
  /** Exchange of the quote, the service's id, if ask and bid have no separate ones. */
  exchange: Field.optional(Unit.Code),
  /** Time of the quote, epoch nanoseconds. */
  last_updated: Field.optional(Unit.EpochNanos),
  /** Mean of bid and ask. */
  midpoint: Field.optional(Unit.Currency),
  /** Timeliness: `REAL-TIME` or `DELAYED`. */
  timeframe: Field.optional(Timeframe),
}

/** The last quote; only on plans that include quotes. */
export interface LastQuote extends Field.Row<typeof lastQuoteFields>, Endpoint.Named {}
/** Schema of {@link LastQuote}. */
export const LastQuote: Field.SchemaOf<LastQuote, typeof lastQuoteFields> & Instant.Reader<LastQuote, "last_updated"> =
  Instant.readable(Field.struct(lastQuoteFields, "SnapshotLastQuote"), "last_updated")

const lastTradeFields = {
  /** Conditions of the trade, the service's ids. */
  conditions: Field.optional(Schema.Array(Unit.Code)),
  /** Size as an exact decimal, in text. */
  decimal_size: Field.optional(Schema.String),
  /** Exchange of the trade, the service's id. */
  exchange: Field.optional(Unit.Code),
  /** Id of the trade. */
  id: Field.optional(Field.Id),
  /** Receipt of the trade, epoch nanoseconds. */
  last_updated: Field.optional(Unit.EpochNanos),
  /** Time of the trade, epoch nanoseconds. */
  participant_timestamp: Field.optional(Unit.EpochNanos),
  /** Price of the trade. */
  price: Field.optional(Unit.Currency),
  /** Receipt of the trade by the securities information processor, epoch nanoseconds. */
  sip_timestamp: Field.optional(Unit.EpochNanos),
  /** Traded size: shares, contracts, or units of the base currency. */
  size: Field.optional(Unit.Volume),
  /** Timeliness: `REAL-TIME` or `DELAYED`. */
  timeframe: Field.optional(Timeframe),
}

/** The last trade. */
export interface LastTrade extends Field.Row<typeof lastTradeFields>, Endpoint.Named {}
/** Schema of {@link LastTrade}, and `LastTrade.dateTime(trade, "participant_timestamp")`. */
export const LastTrade: Field.SchemaOf<LastTrade, typeof lastTradeFields> &
  Instant.Reader<LastTrade, "sip_timestamp", "participant_timestamp" | "last_updated"> = Instant.readable(
  Field.struct(lastTradeFields, "SnapshotLastTrade"),
  "sip_timestamp",
  "participant_timestamp",
  "last_updated",
)

const commonFields = {
  /** Ticker of the instrument. */
  ticker: Field.required(Schema.String),
  /** Name of the instrument. */
  name: Field.optional(Schema.String),
  /**
   * State of the instrument's market: `open`, `closed`, `early_trading`, `late_trading`; `regular_trading` for indices.
   */
  market_status: Field.optional(Field.openEnum("open", "closed", "early_trading", "late_trading", "regular_trading")),
  /** The session so far, or the last one. */
  session: Field.optional(SnapshotSession),
  /** Fair market value, in the instrument's currency; on business plans only. */
  fmv: Field.optional(Unit.Currency),
  /** Time of computing the fair market value, epoch nanoseconds. */
  fmv_last_updated: Field.optional(Unit.EpochNanos),
  /** Last change of the item, epoch nanoseconds. */
  last_updated: Field.optional(Unit.EpochNanos),
  /** Timeliness: `REAL-TIME` or `DELAYED`. */
  timeframe: Field.optional(Timeframe),
  /** Message of the service about the item. */
  message: Field.optional(Schema.String),
}

const otherError = {
  /** Error that the service reports beside its data. */
  other_error: Field.optional(Schema.String, "error"),
}

/** Fields common to items of all kinds. */
interface Common extends Field.Row<typeof commonFields>, Field.Row<typeof otherError>, Endpoint.Named {}

const tradedFields = {
  /** The last minute with trades. */
  last_minute: Field.optional(LastMinute),
  /** The last quote; only on plans that include quotes. */
  last_quote: Field.optional(LastQuote),
  /** The last trade. */
  last_trade: Field.optional(LastTrade),
}

interface Traded extends Common, Field.Row<typeof tradedFields> {}

/** State of a stock. Prices in dollars, volumes in shares. */
export interface StockSnapshot extends Traded {
  /** `stocks`. */
  readonly type: "stocks"
}

/** State of a currency pair. Prices in the quote currency. */
export interface ForexSnapshot extends Traded {
  /** `fx`. */
  readonly type: "fx"
}

/** State of a crypto pair. Prices in the quote currency, volumes in the base currency. */
export interface CryptoSnapshot extends Traded {
  /** `crypto`. */
  readonly type: "crypto"
}

const indexOwn = {
  /** Value of the index. */
  value: Field.optional(Unit.Points),
}

/** State of an index. */
export interface IndexSnapshot extends Traded, Field.Row<typeof indexOwn> {
  /** `indices`. */
  readonly type: "indices"
}

const detailsFields = {
  /** Type of the contract: `call`, `put` or `other`. */
  contract_type: Field.optional(Field.openEnum("call", "put", "other")),
  /** Exercise style: `american`, `european` or `bermudan`. */
  exercise_style: Field.optional(Field.openEnum("american", "european", "bermudan")),
  /** Last day of the contract, `yyyy-mm-dd`. */
  expiration_date: Field.optional(Unit.Date),
  /** Number of shares per contract. */
  shares_per_contract: Field.optional(Unit.Shares),
  /** Strike price, at which the contract can be exercised, dollars. */
  strike_price: Field.optional(Unit.Dollars),
  /** Ticker of the underlying. */
  underlying_ticker: Field.optional(Schema.String),
}

/** Terms of an option contract. */
export interface OptionDetails extends Field.Row<typeof detailsFields>, Endpoint.Named {}
/** Schema of {@link OptionDetails}. */
export const OptionDetails: Field.SchemaOf<OptionDetails, typeof detailsFields> = Field.struct(
  detailsFields,
  "OptionDetails",
)

const greeksFields = {
  /** Change of the option's price per dollar of the underlying. */
  delta: Field.optional(Unit.Ratio),
  /** Change of delta per dollar of the underlying. */
  gamma: Field.optional(Unit.PerDollar),
  /** Change of the option's price per day. */
  theta: Field.optional(Unit.Dollars),
  /** Change of the option's price per percentage point of volatility. */
  vega: Field.optional(Unit.Dollars),
}

/** Sensitivities of an option's price. */
export interface Greeks extends Field.Row<typeof greeksFields>, Endpoint.Named {}
/** Schema of {@link Greeks}. */
export const Greeks: Field.SchemaOf<Greeks, typeof greeksFields> = Field.struct(greeksFields, "Greeks")

const underlyingFields = {
  /** Move of the underlying at which the option breaks even, dollars. */
  change_to_break_even: Field.optional(Unit.Dollars),
  /** Last change of the underlying, epoch nanoseconds. */
  last_updated: Field.optional(Unit.EpochNanos),
  /** Price of the underlying, dollars. */
  price: Field.optional(Unit.Dollars),
  /** Ticker of the underlying. */
  ticker: Field.optional(Schema.String),
  /** Timeliness: `REAL-TIME` or `DELAYED`. */
  timeframe: Field.optional(Timeframe),
  /** Value of the underlying if it is an index. */
  value: Field.optional(Unit.Points),
}

/** Underlying of an option. */
export interface UnderlyingAsset extends Field.Row<typeof underlyingFields>, Endpoint.Named {}
/** Schema of {@link UnderlyingAsset}. */
export const UnderlyingAsset: Field.SchemaOf<UnderlyingAsset, typeof underlyingFields> &
  Instant.Reader<UnderlyingAsset, "last_updated"> = Instant.readable(
  Field.struct(underlyingFields, "UnderlyingAsset"),
  "last_updated",
)

const optionOwn = {
  /** Price of the underlying at which the option breaks even, dollars. */
  break_even_price: Field.optional(Unit.Dollars),
  /** Terms of the contract. */
  details: Field.optional(OptionDetails),
  /** Sensitivities of the price; absent for some contracts far in or out of the money. */
  greeks: Field.optional(Greeks),
  /** Implied volatility, annual, as a fraction. */
  implied_volatility: Field.optional(Unit.Ratio),
  /** Open interest: number of open contracts. */
  open_interest: Field.optional(Unit.Count),
  /** Underlying of the option. */
  underlying_asset: Field.optional(UnderlyingAsset),
}

/** State of an option contract. Prices in dollars. */
export interface OptionSnapshot extends Traded, Field.Row<typeof optionOwn> {
  /** `options`. */
  readonly type: "options"
}

/** State of an instrument whose kind is missing or unknown to this version, with the fields of all kinds. */
export interface OtherSnapshot extends Traded, Field.Row<typeof indexOwn>, Field.Row<typeof optionOwn> {
  /** Absent: see `other_type`. */
  readonly type?: undefined
  /** Kind unknown to this version; absent if the service sends none. */
  readonly other_type?: string
}

/** A ticker that the service could not resolve. The request succeeds nonetheless. */
export interface UnresolvedSnapshot {
  /** Requested ticker. */
  readonly ticker: string
  /** Reason for the missing state: `NOT_FOUND`, or `NOT_ENTITLED` if the key's plan lacks the data. */
  readonly error: "NOT_FOUND" | "NOT_ENTITLED" | (string & {})
  /** Message of the service. */
  readonly message?: string
  /** Absent. */
  readonly type?: undefined
}

/** Latest state of an instrument, discriminated by `type`. */
export type Snapshot = StockSnapshot | OptionSnapshot | ForexSnapshot | CryptoSnapshot | IndexSnapshot | OtherSnapshot

/**
 * A row of the unified snapshot: the state of an instrument, or a ticker that could not be resolved
 * (`"error" in item`).
 */
export type SnapshotItem = Snapshot | UnresolvedSnapshot

const kinds = ["stocks", "options", "fx", "crypto", "indices"] as const

/** Fields of an item as sent by the service: any fields of all kinds. */
const fields = {
  ...commonFields,
  ...tradedFields,
  ...indexOwn,
  ...optionOwn,
  type: Field.optional(Field.openEnum(...kinds)),
  error: Field.optional(Field.openEnum("NOT_FOUND", "NOT_ENTITLED")),
}

const isKind = (type: string | undefined): type is (typeof kinds)[number] => kinds.some((kind) => kind === type)

const toItem = ({ error, message, type, ...state }: Field.Row<typeof fields>): SnapshotItem => {
  const said = message ? { message } : {}
  // protects: An item that lacks some of its data is not taken for a ticker that could not be resolved.
  // mutant: "is unresolved only where the service names an error": && !type && Object.keys(state).length === 1 → !==
  // undefined
  if (error && !type && Object.keys(state).length === 1) return { ticker: state.ticker, error, ...said }
  return {
    ...state,
    ...said,
    ...(error && { other_error: error }),
    ...(isKind(type) ? { type } : type && { other_type: type }),
  }
}

/** Makes the fields of only some items readable in all. */
const none: { readonly error?: string; readonly other_error?: string; readonly other_type?: string } = {}

const fromItem = (item: SnapshotItem): Field.Row<typeof fields> => {
  const { error, other_error = error, other_type, type = other_type, ...state } = { ...none, ...item }
  return { ...state, ...(type && { type }), ...(other_error && { error: other_error }) }
}

const stateFields = { ...commonFields, ...tradedFields, ...indexOwn, ...optionOwn }
const { ticker } = commonFields
// An empty text of the service says nothing, and is left out.
const message = Field.optional(Schema.NonEmptyString)
const other_error = message

/** Schema of a decoded item. Each kind may have the fields of all, so that none is lost. */
const readItem = Schema.Union(
  Field.struct({ ...stateFields, message, type: Field.required(Schema.Literal(...kinds)), other_error }),
  Field.struct({ ticker, message, error: Field.required(Schema.NonEmptyString) }),
  Field.struct({
    ...stateFields,
    message,
    other_type: Field.optional(Schema.NonEmptyString.pipe(Schema.filter((type) => !isKind(type)))),
    other_error,
  }).pipe(
    // An error without other fields is that of an unresolved item.
    Schema.filter(
      (item) =>
        !item.other_error || Object.keys(item).some((key) => !["ticker", "message", "other_error"].includes(key)),
    ),
  ),
) as Schema.Schema.AnyNoContext as Schema.Schema<SnapshotItem>

// One record of all fields, not a union of the kinds: a union would match an item with an
// unexpected field to another kind, without its data.
/** Schema of {@link SnapshotItem}, and `SnapshotItem.dateTime(item)`. */
export const SnapshotItem: Schema.Schema<SnapshotItem, Field.Wire<typeof fields>> &
  Instant.Reader<Snapshot, "last_updated", "fmv_last_updated"> = Instant.readable(
  Field.forms(fields, readItem, { decode: toItem, encode: fromItem }, "SnapshotItem"),
  "last_updated",
  "fmv_last_updated",
)

/**
 * Schema of {@link Snapshot}: a {@link SnapshotItem} whose ticker could be resolved; and `Snapshot.dateTime(snapshot)`.
 */
export const Snapshot: Schema.Schema<Snapshot, Field.Wire<typeof fields>> &
  Instant.Reader<Snapshot, "last_updated", "fmv_last_updated"> = Instant.readable(
  SnapshotItem.pipe(Schema.filter((item): item is Snapshot => !("error" in item), { identifier: "Snapshot" })),
  "last_updated",
  "fmv_last_updated",
)
