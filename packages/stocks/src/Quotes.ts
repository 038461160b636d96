/** Quotes of a stock, the national best bid and offer, and the last one. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Calendar from "@candela/market/Calendar"
import * as Instant from "@candela/market/Instant"
import * as Quote from "@candela/market/Quote"
import * as Tick from "@candela/market/Tick"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"

const own = {
  /** Conditions of the quote, the service's ids, which `reference.conditions` explains. */
  conditions: Field.optional(Field.numbers(Unit.Code)),
  /** Indicators of the quote, the service's ids. */
  indicators: Field.optional(Field.numbers(Unit.Code)),
  /** Time of the quote at its exchange, exact epoch nanoseconds. */
  participant_timestamp: Field.optional(Unit.EpochNanos),
  /** Tape of the listing: 1 of NYSE, 2 of NYSE Arca, NYSE American and others, 3 of Nasdaq. */
  tape: Field.optional(Unit.Code),
  /** Receipt of the quote by the trade reporting facility, exact epoch nanoseconds. */
  trf_timestamp: Field.optional(Unit.EpochNanos),
}

/** A quote of a stock: the national best bid and offer. Prices in dollars. */
export interface StockQuote extends Quote.ConsolidatedQuote, Field.Row<typeof own> {}

/** Schema of {@link StockQuote}, and `StockQuote.dateTime(quote)`: its `sip_timestamp` as an Effect `DateTime`. */
export const StockQuote: Field.SchemaOf<StockQuote, typeof Quote.fields & typeof own> &
  Instant.Reader<StockQuote, "sip_timestamp", "participant_timestamp" | "trf_timestamp"> = Instant.readable(
  Field.struct({ ...Quote.fields, ...own }, "StockQuote"),
  "sip_timestamp",
  "participant_timestamp",
  "trf_timestamp",
)

const ofStock = {
  /** The stock's ticker, case-sensitive: `AAPL`, `BRK.A`. */
  stockTicker: Ticker.Stock,
}

/** Request for quotes. */
export interface QuotesRequest extends Tick.TicksRequest, Endpoint.RequestOf<typeof ofStock> {}

export const quotes: Tick.Ticks<QuotesRequest, StockQuote, typeof ofStock> = /* @__PURE__ */ Tick.ticks("quotes", {
  calendar: Calendar.stocks,
  ticker: ofStock,
  row: StockQuote,
  rowField: "sip_timestamp",
  // Of the busiest stocks in their busiest minutes, and of a liquid one.
  perSecond: { most: 200, expected: 25 },
  // The date is from the vendor's documentation.
  recordsFrom: "2003-09-10",
})

const lastFields = {
  /** The ticker. */
  ticker: Field.optional(Schema.String, "T"),
  /** Exchange of the ask, the service's id. */
  ask_exchange: Field.optional(Unit.Code, "X"),
  /** Lowest price at which somebody sells, dollars. */
  ask_price: Field.optional(Unit.Dollars, "P"),
  /** Size offered at the ask, in round lots (mostly of 100 shares). */
  ask_size: Field.optional(Unit.Count, "S"),
  /** Exchange of the bid, the service's id. */
  bid_exchange: Field.optional(Unit.Code, "x"),
  /** Highest price at which somebody buys, dollars. */
  bid_price: Field.optional(Unit.Dollars, "p"),
  /** Size wanted at the bid, in round lots (mostly of 100 shares). */
  bid_size: Field.optional(Unit.Count, "s"),
  /** Conditions of the quote, the service's ids. */
  conditions: Field.optional(Field.numbers(Unit.Code), "c"),
  /** Indicators of the quote, the service's ids. */
  indicators: Field.optional(Field.numbers(Unit.Code), "i"),
  /** Time of the quote at its exchange, exact epoch nanoseconds. */
  participant_timestamp: Field.optional(Unit.EpochNanos, "y"),
  /** Place of the quote in the order of its ticker on this day. */
  sequence_number: Field.optional(Unit.Ordinal, "q"),
  /** Receipt of the quote by the consolidator, exact epoch nanoseconds. */
  sip_timestamp: Field.optional(Unit.EpochNanos, "t"),
  /** Tape of the listing: 1 of NYSE, 2 of NYSE Arca, NYSE American and others, 3 of Nasdaq. */
  tape: Field.optional(Unit.Code, "z"),
  /** Receipt of the quote by the trade reporting facility, exact epoch nanoseconds. */
  trf_timestamp: Field.optional(Unit.EpochNanos, "f"),
}

/** The last quote of a stock, under the names of a quote in a list. The service may omit any field. */
export interface LastQuoteTick extends Field.Row<typeof lastFields>, Endpoint.Named {}

/** Schema of {@link LastQuoteTick}. */
export const LastQuoteTick: Field.SchemaOf<LastQuoteTick, typeof lastFields> &
  Instant.Reader<LastQuoteTick, "sip_timestamp", "participant_timestamp" | "trf_timestamp"> = Instant.readable(
  Field.struct(lastFields, "LastQuoteTick"),
  "sip_timestamp",
  "participant_timestamp",
  "trf_timestamp",
)

const ofLast = {
  /** The stock's ticker, case-sensitive: `AAPL`, `BRK.A`. */
  stocksTicker: Ticker.Stock,
}

/** Request for a stock's last quote. */
export interface LastQuoteRequest extends Endpoint.RequestOf<typeof ofLast>, Endpoint.Named {}

export const lastQuote: Endpoint.Single<LastQuoteRequest, LastQuoteTick, typeof ofLast> = Endpoint.single({
  path: "/v2/last/nbbo/{stocksTicker}",
  params: ofLast,
  value: LastQuoteTick,
  at: "results",
  repeats: { ticker: "stocksTicker" },
})
