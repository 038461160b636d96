/** Trades and quotes of a futures contract. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Unit from "@candela/core/declare/Unit"
import * as Calendar from "@candela/market/Calendar"
import * as Instant from "@candela/market/Instant"
import * as Tick from "@candela/market/Tick"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const common = {
  /** Multicast channel of the exchange that the tick came from. */
  channel: Field.optional(Unit.Code),
  /** Number of the report within its channel: ascending. */
  report_sequence: Field.optional(Unit.Ordinal),
  /** Place of the tick in the order of its contract: ascending, with gaps. */
  sequence_number: Field.optional(Unit.Ordinal),
  /** Trading date, `yyyy-mm-dd`: the day on which the session ends. */
  session_end_date: Field.optional(Unit.Date),
  /** The contract's ticker. */
  ticker: Field.optional(Schema.String),
  /** Time of the tick at the exchange, exact epoch nanoseconds. Rows are ordered by it. */
  timestamp: Field.required(Unit.EpochNanos),
}

/** Fields common to the trades and quotes of a contract. */
export interface FuturesTick extends Field.Row<typeof common>, Endpoint.Named {}

const tradeFields = {
  /** Price, in the product's price quotation. */
  price: Field.required(Unit.Currency),
  /** Contracts traded. */
  size: Field.optional(Unit.Volume),
}

/** A trade of a futures contract. */
export interface FuturesTrade extends FuturesTick, Field.Row<typeof tradeFields> {}

/** Schema of {@link FuturesTrade}, and `FuturesTrade.dateTime(trade)`: its timestamp as an Effect `DateTime`. */
export const FuturesTrade: Field.SchemaOf<FuturesTrade, typeof common & typeof tradeFields> &
  Instant.Reader<FuturesTrade, "timestamp"> = Instant.readable(
  Field.struct({ ...common, ...tradeFields }, "FuturesTrade"),
  "timestamp",
)

const quoteFields = {
  /** Lowest price at which somebody sells, in the product's price quotation. Absent without an ask. */
  ask_price: Field.optional(Unit.Currency),
  /** Contracts offered at the ask. */
  ask_size: Field.optional(Unit.Volume),
  /** Time since which the ask stands, exact epoch nanoseconds. */
  ask_timestamp: Field.optional(Unit.EpochNanos),
  /** Highest price at which somebody buys, in the product's price quotation. Absent without a bid. */
  bid_price: Field.optional(Unit.Currency),
  /** Contracts wanted at the bid. */
  bid_size: Field.optional(Unit.Volume),
  /** Time since which the bid stands, exact epoch nanoseconds. */
  bid_timestamp: Field.optional(Unit.EpochNanos),
}

/** A quote of a futures contract: the best bid and ask. */
export interface FuturesQuote extends FuturesTick, Field.Row<typeof quoteFields> {}

/** Schema of {@link FuturesQuote}, and `FuturesQuote.dateTime(quote)`: its timestamp as an Effect `DateTime`. */
export const FuturesQuote: Field.SchemaOf<FuturesQuote, typeof common & typeof quoteFields> &
  Instant.Reader<FuturesQuote, "timestamp", "ask_timestamp" | "bid_timestamp"> = Instant.readable(
  Field.struct({ ...common, ...quoteFields }, "FuturesQuote"),
  "timestamp",
  "ask_timestamp",
  "bid_timestamp",
)

const params = {
  /** The contract's ticker, case-sensitive: the product's code and the expiry, `ESU5`, `GCJ5`. */
  ticker: Ticker.Contract,
  /**
   * Time of the tick: epoch nanoseconds, or a date, which means the whole day in Chicago. A session begins on the
   * evening before its trading date: `session_end_date` selects it. A `Date` is an instant.
   */
  timestamp: Filter.range(Param.DateOrNanos),
  /** Trading date. */
  session_end_date: Filter.equals(Param.Date),
  /** Order by `timestamp`. Default `timestamp.desc`: the latest first. */
  sort: Param.sort({ columns: ["timestamp"], default: ["timestamp", "desc"] }),
}

const tradesParams = {
  ...params,
  /** Size of a page. The maximum is the size of a stream's pages. */
  limit: Param.limit({ default: 10, max: 49_999 }),
}

const quotesParams = {
  ...params,
  /** Size of a page. The maximum is the size of a stream's pages. */
  limit: Param.limit({ default: 100, max: 49_999 }),
}

/** Request for trades. */
export interface TradesRequest extends Endpoint.RequestOf<typeof tradesParams>, Endpoint.Named {}
/** Request for quotes. */
export interface QuotesRequest extends Endpoint.RequestOf<typeof quotesParams>, Endpoint.Named {}

const options = {
  calendar: Calendar.futures,
  rowField: "timestamp",
  // Of the busiest contracts, and of a usual one.
  perSecond: { most: 50, expected: 5 },
  recordsFrom: "2017-04-03",
}

interface Sorted {
  readonly sort: ReadonlyArray<Param.SortKey<"timestamp">>
}

const shared = {
  rowRepeats: { ticker: "ticker" },
  timeRange: Tick.timeRange(options, ({ sort }: Sorted) => sort[0]?.direction ?? "desc"),
  noRows: Tick.noRows(Calendar.futures),
  recordsFrom: options.recordsFrom,
}

export const trades: Endpoint.History<TradesRequest, FuturesTrade, typeof tradesParams> = Endpoint.history({
  path: "/futures/v1/trades/{ticker}",
  params: tradesParams,
  row: FuturesTrade,
  ...shared,
})

export const quotes: Endpoint.History<QuotesRequest, FuturesQuote, typeof quotesParams> = Endpoint.history({
  path: "/futures/v1/quotes/{ticker}",
  params: quotesParams,
  row: FuturesQuote,
  ...shared,
})
