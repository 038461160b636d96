/**
 * U.S. stocks as they trade: streams of the live channel.
 *
 * ```ts
 * const live = yield* StocksLive
 * yield* live.minuteBars(["AAPL", "MSFT"]).pipe(Stream.runForEach((bar) => Console.log(bar.close)))
 * ```
 *
 * @module @candela/stocks/Live
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as LiveClient from "@candela/core/declare/LiveClient"
import * as Topic from "@candela/core/declare/Topic"
import * as Unit from "@candela/core/declare/Unit"
import type { Methods } from "@candela/core/Live"
import type { LiveConnection } from "@candela/core/LiveConnection"
import type { MarketData } from "@candela/core/MarketData"
import * as Calendar from "@candela/market/Calendar"
import * as LiveBar from "@candela/market/live/LiveBar"
import * as LiveTick from "@candela/market/live/LiveTick"
import * as LiveValue from "@candela/market/live/LiveValue"
import * as Ticker from "@candela/market/Ticker"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { bars } from "./Bars.js"
import * as Quotes from "./Quotes.js"
import * as Trades from "./Trades.js"

const ofBar = {
  /** Volume with its fraction of a share, as an exact decimal in text. */
  decimal_volume: Field.optional(Schema.String, "dv"),
  /** Volume of the day so far with its fraction of a share, as an exact decimal in text. */
  decimal_accumulated_volume: Field.optional(Schema.String, "dav"),
  /** True for an over-the-counter ticker; absent otherwise. */
  otc: Field.optional(Schema.Boolean),
}

/**
 * A bar of a stock. It is sent again when late trades change it: rows of one ticker and one `timestamp` replace each
 * other. A window without qualifying trades has no bar.
 */
export interface LiveStockBar extends LiveBar.LiveBar, Field.Row<typeof ofBar> {}

/** Schema of {@link LiveStockBar}. */
export const LiveStockBar: Field.SchemaOf<LiveStockBar, typeof LiveBar.fields & typeof ofBar> = Field.struct(
  { ...LiveBar.fields, ...ofBar },
  "LiveStockBar",
)

const ofTrade = {
  /** Id of the trade, unique for its ticker, exchange and trade reporting facility. */
  id: Field.optional(Field.Id, "i"),
  /** Tape of the listing: 1 of NYSE, 2 of NYSE Arca, NYSE American and others, 3 of Nasdaq. */
  tape: Field.optional(Unit.Code, "z"),
  /** Size with its fraction of a share, as an exact decimal in text: `100.0`. */
  decimal_size: Field.optional(Schema.String, "ds"),
  /** Trade reporting facility of a trade off the exchanges, the service's id. */
  trf_id: Field.optional(Unit.Code, "trfi"),
  /** Receipt of the trade by the trade reporting facility, epoch milliseconds. */
  trf_timestamp: Field.optional(Unit.EpochMillis, "trft"),
}

/** A trade of a stock. */
export interface LiveStockTrade extends LiveTick.LiveTrade, Field.Row<typeof ofTrade> {}

/** Schema of {@link LiveStockTrade}. */
export const LiveStockTrade: Field.SchemaOf<LiveStockTrade, typeof LiveTick.tradeFields & typeof ofTrade> =
  Field.struct({ ...LiveTick.tradeFields, ...ofTrade }, "LiveStockTrade")

/** A trade of a stock that requests and the live channel both have. */
export interface FollowedStockTrade
  extends LiveTick.FollowedTrade, Pick<LiveStockTrade, "id" | "tape" | "trf_id" | "trf_timestamp"> {}

const tradeOfLive = (row: FollowedStockTrade): FollowedStockTrade => {
  const { id, tape, trf_id, trf_timestamp } = row
  return { ...LiveTick.tradeOfLive(row), ...LiveTick.present({ id, tape, trf_id, trf_timestamp }) }
}

const ofQuote = {
  /** Condition of the quote, the service's id. */
  condition: Field.optional(Unit.Code, "c"),
  /** Indicators of the quote, the service's ids. */
  indicators: Field.optional(Field.numbers(Unit.Code), "i"),
  /** Tape of the listing: 1 of NYSE, 2 of NYSE Arca, NYSE American and others, 3 of Nasdaq. */
  tape: Field.optional(Unit.Code, "z"),
}

/** A quote of a stock: the national best bid and offer. */
export interface LiveStockQuote extends LiveTick.LiveQuote, Field.Row<typeof ofQuote> {}

/** Schema of {@link LiveStockQuote}. */
export const LiveStockQuote: Field.SchemaOf<LiveStockQuote, typeof LiveTick.quoteFields & typeof ofQuote> =
  Field.struct({ ...LiveTick.quoteFields, ...ofQuote }, "LiveStockQuote")

const bandFields = {
  /** The ticker, as in requests. */
  ticker: Field.required(Schema.String, "T"),
  /** Upper band, dollars: the stock does not trade above it. */
  high: Field.optional(Unit.Dollars, "h"),
  /** Lower band, dollars: the stock does not trade below it. */
  low: Field.optional(Unit.Dollars, "l"),
  /** Indicators of the bands, the service's ids. */
  indicators: Field.optional(Field.numbers(Unit.Code), "i"),
  /** Tape of the listing: 1 of NYSE, 2 of NYSE Arca, NYSE American and others, 3 of Nasdaq. */
  tape: Field.optional(Unit.Code, "z"),
  /**
   * Time of the bands, exact epoch nanoseconds. The service's document says milliseconds, its sample has microseconds,
   * and the channel sends nanoseconds.
   */
  timestamp: Field.required(Field.EpochOfAnyUnit, "t"),
  /** Place in the order of the ticker on this day: ascending, with gaps. */
  sequence_number: Field.optional(Unit.Ordinal, "q"),
}

/** The price bands of a stock (limit up, limit down), which halt its trading. */
export interface LivePriceBands extends Field.Row<typeof bandFields>, Endpoint.Named {}

/** Schema of {@link LivePriceBands}. */
export const LivePriceBands: Field.SchemaOf<LivePriceBands, typeof bandFields> = Field.struct(
  bandFields,
  "LivePriceBands",
)

const imbalanceFields = {
  /** The ticker, as in requests. */
  ticker: Field.required(Schema.String, "T"),
  /** Time of the message, exact epoch nanoseconds. */
  timestamp: Field.required(Field.EpochOfAnyUnit, "t"),
  /** Planned time of the auction in New York: the hour times 100, plus the minute. 930 is 09:30. */
  auction_time: Field.optional(Unit.Code, "at"),
  /**
   * Kind of the auction: `O` early opening, `M` opening, `H` reopening after a halt, `C` closing, `P` closing for an
   * extreme imbalance, `R` regulatory closing imbalance.
   */
  auction_type: Field.optional(Field.openEnum("O", "M", "H", "C", "P", "R"), "a"),
  /** Place in the order of the ticker. */
  symbol_sequence: Field.optional(Unit.Ordinal, "i"),
  /** Exchange of the auction, the service's id, which `exchanges` names. */
  exchange: Field.optional(Unit.Code, "x"),
  /** Shares of orders without counterpart. */
  imbalance_quantity: Field.optional(Unit.Shares, "o"),
  /** Shares of orders that can be matched. */
  paired_quantity: Field.optional(Unit.Shares, "p"),
  /** Price at which the book would clear, dollars. */
  book_clearing_price: Field.optional(Unit.Dollars, "b"),
}

/** An imbalance of orders before an auction. */
export interface LiveImbalance extends Field.Row<typeof imbalanceFields>, Endpoint.Named {}

/** Schema of {@link LiveImbalance}. */
export const LiveImbalance: Field.SchemaOf<LiveImbalance, typeof imbalanceFields> = Field.struct(
  imbalanceFields,
  "LiveImbalance",
)

const ofEachStock = {
  cluster: "stocks",
  ticker: Ticker.Stock,
  calendar: Calendar.stocks,
  wildcard: true,
} as const

const ofStocks = { ...ofEachStock, steady: true }

const untold = {
  cluster: "stocks",
  ticker: Ticker.Stock,
  wildcard: true,
  delayed: false,
  kind: "state",
  time: ({ timestamp }: { readonly timestamp: bigint }) => LiveTick.millis(timestamp),
  open: LiveBar.open(Calendar.stocks),
} as const

const ofBars = { ...ofStocks, row: LiveStockBar, bars, dayVolume: LiveBar.dayVolume }

const topicsOf = {
  /**
   * Minute bars of stocks, each some seconds after its end, and again when late trades change it. A minute without
   * qualifying trades has none.
   */
  minuteBars: LiveBar.topic({ ...ofBars, code: "AM", length: "minute" }),
  /** Second bars of stocks, each some seconds after its end, and again when late trades change it. */
  secondBars: LiveBar.topic({ ...ofBars, code: "A", length: "second" }),
  /** Trades of stocks: every trade on the consolidated tape, odd lots and late reports among them. */
  trades: LiveTick.trades({
    ...ofStocks,
    code: "T",
    row: LiveStockTrade,
    endpoint: Trades.trades,
    ofHistory: (row: Trades.StockTrade, ticker): FollowedStockTrade => {
      const trf = row.trf_timestamp
      return tradeOfLive({
        ...LiveTick.tradeOfHistory(row, ticker),
        ...LiveTick.present({ id: row.id, tape: row.tape, trf_id: row.trf_id }),
        ...(trf === undefined ? {} : { trf_timestamp: LiveTick.millis(trf) }),
      })
    },
    ofLive: tradeOfLive,
    // protects: Trades of different exchanges or reporting facilities are never taken for each other.
    // mutant: "tell trades apart": exchange, trf_id, id) → id)
    key: ({ exchange, id, sequence_number, timestamp, trf_id }) =>
      id === undefined
        ? LiveTick.keyOfDay(timestamp, sequence_number)
        : LiveTick.keyOfDay(timestamp, exchange, trf_id, id),
  }),
  /** Quotes of stocks, the national best bid and offer, in real time only. */
  quotes: LiveTick.quotes({
    ...ofStocks,
    delayed: false,
    code: "Q",
    row: LiveStockQuote,
    endpoint: Quotes.quotes,
    ofHistory: LiveTick.quoteOfHistory,
    ofLive: LiveTick.quoteOfLive,
    key: LiveTick.keyOfSequence,
  }),
  /**
   * Price bands of stocks (limit up, limit down), in real time only. No endpoint has them: missed ones are only told.
   */
  priceBands: Topic.make({ ...untold, code: "LULD", row: LivePriceBands }),
  /**
   * Imbalances of orders before the auctions of stocks, in real time only. No endpoint has them: missed ones are only
   * told.
   */
  imbalances: Topic.make({ ...untold, code: "NOI", row: LiveImbalance }),
  /** Fair market values of stocks, on business plans. No endpoint has them: missed ones are only told. */
  fairMarketValues: LiveValue.fairMarketValues(ofEachStock),
  /** Minute bars of stocks, on launchpad plans. */
  launchpadMinuteBars: LiveBar.launchpad({ ...ofEachStock, bars }),
  /** Values of stocks, on launchpad plans. No endpoint has them: missed ones are only told. */
  launchpadValues: LiveValue.launchpadValues(ofEachStock),
}

/** Topics of the service by method name. */
const topics: typeof topicsOf = Topic.ofService("stocks", topicsOf)

/** U.S. stocks as they trade: bars, trades, quotes, price bands, imbalances and values of the live channel. */
export class StocksLive extends Context.Tag("@candela/stocks/StocksLive")<StocksLive, StocksLive.Service>() {
  /** Declarations of the methods. */
  static readonly topics: typeof topics = topics
  /** Makes the service on the live connection of the context, for a tag of your own: one for each account. */
  static readonly make: Effect.Effect<StocksLive.Service, never, LiveConnection | MarketData> =
    /* @__PURE__ */ LiveClient.make(topics)
  /** The service on a live connection, which fills its gaps from the market-data connection. */
  static readonly layer: Layer.Layer<StocksLive, never, LiveConnection | MarketData> = /* @__PURE__ */ LiveClient.layer(
    StocksLive,
    topics,
  )
}

/** Types of the service. */
export declare namespace StocksLive {
  /** The methods. */
  export interface Service extends Methods<typeof topics> {}
}
