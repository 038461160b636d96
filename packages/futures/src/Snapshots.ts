/** Snapshots of futures contracts: the session, the last minute, trade and quote. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Instant from "@candela/market/Instant"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

/** Timeliness of a value: `REAL-TIME`, or `DELAYED` on plans with a delay. */
const Timeframe = Field.openEnum("REAL-TIME", "DELAYED")

const detailsFields = {
  /** Contracts that are held and not yet settled. */
  open_interest: Field.optional(Unit.Count),
  /** Code of the product: `ES`. */
  product_code: Field.optional(Schema.String),
  /** Day of the final settlement, as the service writes it: a date, or the digits of nanoseconds at its midnight. */
  settlement_date: Field.optional(Field.Id),
  /** Ticker of the contract. */
  ticker: Field.optional(Schema.String),
}

/** Facts about the contract of a snapshot. */
export interface FuturesSnapshotDetails extends Field.Row<typeof detailsFields>, Endpoint.Named {}

/** Schema of {@link FuturesSnapshotDetails}. */
export const FuturesSnapshotDetails: Field.SchemaOf<FuturesSnapshotDetails, typeof detailsFields> = Field.struct(
  detailsFields,
  "FuturesSnapshotDetails",
)

const lastMinuteFields = {
  /** First price, in the product's price quotation. */
  open: Field.optional(Unit.Currency),
  /** Highest price, in the product's price quotation. */
  high: Field.optional(Unit.Currency),
  /** Lowest price, in the product's price quotation. */
  low: Field.optional(Unit.Currency),
  /** Last price, in the product's price quotation. */
  close: Field.optional(Unit.Currency),
  /** Contracts traded. */
  volume: Field.optional(Unit.Volume),
  /** Start of the minute, epoch milliseconds. */
  last_updated: Field.optional(Unit.EpochMillis),
  /** Timeliness: `REAL-TIME` or `DELAYED`. */
  timeframe: Field.optional(Timeframe),
}

/** The last minute with trades. */
export interface FuturesLastMinute extends Field.Row<typeof lastMinuteFields>, Endpoint.Named {}

/** Schema of {@link FuturesLastMinute}. */
export const FuturesLastMinute: Field.SchemaOf<FuturesLastMinute, typeof lastMinuteFields> &
  Instant.Reader<FuturesLastMinute, "last_updated"> = Instant.readable(
  Field.struct(lastMinuteFields, "FuturesLastMinute"),
  "last_updated",
)

const lastQuoteFields = {
  /** Lowest price at which somebody sells, in the product's price quotation. */
  ask: Field.optional(Unit.Currency),
  /** Contracts offered at the ask. */
  ask_size: Field.optional(Unit.Volume),
  /** Time of the ask, epoch nanoseconds. */
  ask_timestamp: Field.optional(Unit.EpochNanos),
  /** Highest price at which somebody buys, in the product's price quotation. */
  bid: Field.optional(Unit.Currency),
  /** Contracts wanted at the bid. */
  bid_size: Field.optional(Unit.Volume),
  /** Time of the bid, epoch nanoseconds. */
  bid_timestamp: Field.optional(Unit.EpochNanos),
  /** Time of the quote at the exchange, epoch nanoseconds. */
  last_updated: Field.optional(Unit.EpochNanos),
  /** Timeliness: `REAL-TIME` or `DELAYED`. */
  timeframe: Field.optional(Timeframe),
}

/** The last quote; only on plans that include quotes. */
export interface FuturesLastQuote extends Field.Row<typeof lastQuoteFields>, Endpoint.Named {}

/** Schema of {@link FuturesLastQuote}. */
export const FuturesLastQuote: Field.SchemaOf<FuturesLastQuote, typeof lastQuoteFields> &
  Instant.Reader<FuturesLastQuote, "last_updated", "ask_timestamp" | "bid_timestamp"> = Instant.readable(
  Field.struct(lastQuoteFields, "FuturesLastQuote"),
  "last_updated",
  "ask_timestamp",
  "bid_timestamp",
)

const lastTradeFields = {
  /** Price, in the product's price quotation: no contract multiplier is applied. */
  price: Field.optional(Unit.Currency),
  /** Contracts traded. */
  size: Field.optional(Unit.Volume),
  /** Time of the trade at the exchange, epoch nanoseconds. */
  last_updated: Field.optional(Unit.EpochNanos),
  /** Timeliness: `REAL-TIME` or `DELAYED`. */
  timeframe: Field.optional(Timeframe),
}

/** The last trade. */
export interface FuturesLastTrade extends Field.Row<typeof lastTradeFields>, Endpoint.Named {}

/** Schema of {@link FuturesLastTrade}. */
export const FuturesLastTrade: Field.SchemaOf<FuturesLastTrade, typeof lastTradeFields> &
  Instant.Reader<FuturesLastTrade, "last_updated"> = Instant.readable(
  Field.struct(lastTradeFields, "FuturesLastTrade"),
  "last_updated",
)

const sessionFields = {
  /** First price, in the product's price quotation. */
  open: Field.optional(Unit.Currency),
  /** Highest price, in the product's price quotation. */
  high: Field.optional(Unit.Currency),
  /** Lowest price, in the product's price quotation. */
  low: Field.optional(Unit.Currency),
  /** Last price, in the product's price quotation. */
  close: Field.optional(Unit.Currency),
  /** Contracts traded. */
  volume: Field.optional(Unit.Volume),
  /** Settlement price of the session, once it has settled. */
  settlement_price: Field.optional(Unit.Currency),
  /** Settlement price of the session before. */
  previous_settlement: Field.optional(Unit.Currency),
  /** Change since the previous settlement: of the settlement price, before it of the last price. */
  change: Field.optional(Unit.Currency),
  /** The change as a quotient, in spite of its name: 0.02 is two percent. */
  change_percent: Field.optional(Unit.Ratio),
}

/** The session so far, or the last one. */
export interface FuturesSnapshotSession extends Field.Row<typeof sessionFields>, Endpoint.Named {}

/** Schema of {@link FuturesSnapshotSession}. */
export const FuturesSnapshotSession: Field.SchemaOf<FuturesSnapshotSession, typeof sessionFields> = Field.struct(
  sessionFields,
  "FuturesSnapshotSession",
)

const fields = {
  /** Ticker of the contract: `ESU5`. */
  ticker: Field.optional(Schema.String),
  /** Code of the product: `ES`. */
  product_code: Field.optional(Schema.String),
  /** Settlement day and open interest. */
  details: Field.optional(FuturesSnapshotDetails),
  /** The session so far, or the last one. */
  session: Field.optional(FuturesSnapshotSession),
  /** The last minute with trades. */
  last_minute: Field.optional(FuturesLastMinute),
  /** The last trade. */
  last_trade: Field.optional(FuturesLastTrade),
  /** The last quote; only on plans that include quotes. */
  last_quote: Field.optional(FuturesLastQuote),
}

/** Latest state of a futures contract. Fields without data are absent. */
export interface FuturesSnapshot extends Field.Row<typeof fields>, Endpoint.Named {}

/** Schema of {@link FuturesSnapshot}. */
export const FuturesSnapshot: Field.SchemaOf<FuturesSnapshot, typeof fields> = Field.struct(fields, "FuturesSnapshot")

const params = {
  product_code: Filter.rangeOrAnyOf(Param.String),
  /** Case-sensitive. */
  ticker: Filter.rangeOrAnyOf(Ticker.Contract),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 50_000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: ["ticker", "product_code"], default: ["ticker", "asc"] }),
}

/** Request for snapshots of contracts. */
export interface SnapshotsRequest extends Endpoint.RequestOn<typeof fields, typeof params>, Endpoint.Named {}

export const snapshots: Endpoint.Paged<SnapshotsRequest, FuturesSnapshot, typeof params> = Endpoint.paged({
  path: "/futures/v1/snapshot",
  params,
  row: FuturesSnapshot,
  key: "ticker",
})
