/**
 * Futures contracts as they trade: streams of the live channel.
 *
 * ```ts
 * const live = yield* FuturesLive
 * yield* live.trades(["ESU5"]).pipe(Stream.runForEach((trade) => Console.log(trade.price)))
 * ```
 *
 * The service's document has no topics of futures: these are from its own clients.
 *
 * @module @candela/futures/Live
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
import * as Ticker from "@candela/market/Ticker"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { bars, type FuturesBar } from "./Bars.js"
import * as Ticks from "./Ticks.js"

const ticker = {
  /** The contract's ticker, as in requests: `ESU5`. */
  ticker: Field.required(Schema.String, "sym"),
}

/** Fields common to all rows of a contract. */
export interface LiveContract extends Field.Row<typeof ticker>, Endpoint.Named {}

const ofBar = {
  /** Number of trades. */
  transactions: Field.optional(Unit.Count, "n"),
  /** Sum of price times size, in the product's price quotation. */
  dollar_volume: Field.optional(Unit.Currency, "dv"),
}

/** A bar of a futures contract. */
export interface LiveFuturesBar extends LiveContract, LiveBar.LiveWindow, Field.Row<typeof ofBar> {}

/** Schema of {@link LiveFuturesBar}. */
export const LiveFuturesBar: Field.SchemaOf<
  LiveFuturesBar,
  typeof ticker & typeof LiveBar.windowFields & typeof ofBar
> = Field.struct({ ...ticker, ...LiveBar.windowFields, ...ofBar }, "LiveFuturesBar")

const timestamp = {
  /** Time at the exchange, epoch milliseconds. */
  timestamp: Field.required(Unit.EpochMillis, "t"),
}

/** Fields common to the trades and quotes of a contract. */
export interface LiveFuturesTick extends LiveContract, Field.Row<typeof timestamp> {}

const ofTrade = {
  /** Price, in the product's price quotation. */
  price: Field.required(Unit.Currency, "p"),
  /** Contracts traded. */
  size: Field.optional(Unit.Volume, "s"),
  /** Place of the trade in the order of its contract: ascending, with gaps. */
  sequence_number: Field.optional(Unit.Ordinal, "q"),
}

/** A trade of a futures contract. */
export interface LiveFuturesTrade extends LiveFuturesTick, Field.Row<typeof ofTrade> {}

/** Schema of {@link LiveFuturesTrade}. */
export const LiveFuturesTrade: Field.SchemaOf<LiveFuturesTrade, typeof ticker & typeof timestamp & typeof ofTrade> =
  Field.struct({ ...ticker, ...timestamp, ...ofTrade }, "LiveFuturesTrade")

const ofQuote = {
  /** Highest price at which somebody buys, in the product's price quotation. */
  bid_price: Field.optional(Unit.Currency, "bp"),
  /** Contracts wanted at the bid. */
  bid_size: Field.optional(Unit.Volume, "bs"),
  /** Time since which the bid stands, epoch milliseconds. */
  bid_timestamp: Field.optional(Unit.EpochMillis, "bt"),
  /** Lowest price at which somebody sells, in the product's price quotation. */
  ask_price: Field.optional(Unit.Currency, "ap"),
  /** Contracts offered at the ask. */
  ask_size: Field.optional(Unit.Volume, "as"),
  /** Time since which the ask stands, epoch milliseconds. */
  ask_timestamp: Field.optional(Unit.EpochMillis, "at"),
}

/** A quote of a futures contract: the best bid and ask. */
export interface LiveFuturesQuote extends LiveFuturesTick, Field.Row<typeof ofQuote> {}

/** Schema of {@link LiveFuturesQuote}. */
export const LiveFuturesQuote: Field.SchemaOf<LiveFuturesQuote, typeof ticker & typeof timestamp & typeof ofQuote> =
  Field.struct({ ...ticker, ...timestamp, ...ofQuote }, "LiveFuturesQuote")

/** A bar of a futures contract that requests and the live channel both have. */
export interface FollowedFuturesBar extends Omit<LiveFuturesBar, "end"> {}

const barOf = ({
  close,
  dollar_volume,
  high,
  low,
  open,
  ticker,
  timestamp,
  transactions,
  volume,
}: FollowedFuturesBar): FollowedFuturesBar =>
  LiveTick.present<FollowedFuturesBar>({
    ...{ ticker, open, close, high, low, volume, timestamp, transactions, dollar_volume },
  })

const tradeOf = ({ price, sequence_number, size, ticker, timestamp }: LiveFuturesTrade): LiveFuturesTrade =>
  LiveTick.present<LiveFuturesTrade>({ ticker, timestamp, price, size, sequence_number })

/** A quote of a futures contract that requests and the live channel both have. */
export interface FollowedFuturesQuote extends Omit<LiveFuturesQuote, "bid_timestamp" | "ask_timestamp"> {}

const quoteOf = ({ ask_price, ask_size, bid_price, bid_size, ticker, timestamp }: FollowedFuturesQuote) =>
  LiveTick.present<FollowedFuturesQuote>({ ticker, timestamp, bid_price, bid_size, ask_price, ask_size })

const sorted = (ticker: string, from: number, to: number, column: string) => ({
  ticker,
  [`${column}.gte`]: BigInt(from) * 1_000_000n,
  [`${column}.lt`]: BigInt(to + 1) * 1_000_000n,
  sort: `${column}.asc`,
})

const ofContracts = {
  cluster: "futures",
  ticker: Ticker.Contract,
  wildcard: true,
  steady: true,
  time: ({ timestamp }: { readonly timestamp: number }) => timestamp,
  open: LiveBar.open(Calendar.futures),
} as const

const barsOf = (code: string, resolution: "1min" | "1sec"): Topic.Topic<LiveFuturesBar, FollowedFuturesBar, true> =>
  Topic.make({
    ...ofContracts,
    code,
    row: LiveFuturesBar,
    kind: "log",
    key: ({ timestamp }: FollowedFuturesBar) => timestamp,
    fill: {
      endpoint: bars,
      method: "bars",
      request: (ticker, from, to) => ({ ...sorted(ticker, from, to, "window_start"), resolution }),
      ofHistory: (row: FuturesBar, ticker) => barOf({ ...row, ticker, timestamp: LiveTick.millis(row.window_start) }),
      ofLive: barOf,
    },
  })

const topicsOf = {
  /** Trades of futures contracts. */
  trades: Topic.make<LiveFuturesTrade, typeof LiveFuturesTrade.Encoded, LiveFuturesTrade, true>({
    ...ofContracts,
    code: "T",
    row: LiveFuturesTrade,
    kind: "log",
    key: LiveTick.keyOfSequence,
    fill: {
      endpoint: Ticks.trades,
      method: "trades",
      request: (ticker, from, to) => sorted(ticker, from, to, "timestamp"),
      ofHistory: (row: Ticks.FuturesTrade, ticker) =>
        tradeOf({ ...row, ticker, timestamp: LiveTick.millis(row.timestamp) }),
      ofLive: tradeOf,
    },
  }),
  /** Quotes of futures contracts: the best bid and ask. */
  quotes: Topic.make<LiveFuturesQuote, typeof LiveFuturesQuote.Encoded, FollowedFuturesQuote, true>({
    ...ofContracts,
    code: "Q",
    row: LiveFuturesQuote,
    kind: "state",
    // The live channel sends no sequence numbers of quotes.
    key: ({ ask_price, ask_size, bid_price, bid_size, timestamp }) =>
      [timestamp, bid_price, bid_size, ask_price, ask_size].join("/"),
    fill: {
      endpoint: Ticks.quotes,
      method: "quotes",
      request: (ticker, from, to) => sorted(ticker, from, to, "timestamp"),
      ofHistory: (row: Ticks.FuturesQuote, ticker) =>
        quoteOf({ ...row, ticker, timestamp: LiveTick.millis(row.timestamp) }),
      ofLive: quoteOf,
    },
  }),
  /** Second bars of futures contracts, each some seconds after its end. */
  secondBars: barsOf("A", "1sec"),
  /** Minute bars of futures contracts, each some seconds after its end. */
  minuteBars: barsOf("AM", "1min"),
}

/** Topics of the service by method name. */
const topics: typeof topicsOf = Topic.ofService("futures", topicsOf)

/** Futures contracts as they trade: trades, quotes and bars of the live channel. */
export class FuturesLive extends Context.Tag("@candela/futures/FuturesLive")<FuturesLive, FuturesLive.Service>() {
  /** Declarations of the methods. */
  static readonly topics: typeof topics = topics
  /** Makes the service on the live connection of the context, for a tag of your own: one for each account. */
  static readonly make: Effect.Effect<FuturesLive.Service, never, LiveConnection | MarketData> =
    /* @__PURE__ */ LiveClient.make(topics)
  /** The service on a live connection, which fills its gaps from the market-data connection. */
  static readonly layer: Layer.Layer<FuturesLive, never, LiveConnection | MarketData> =
    /* @__PURE__ */ LiveClient.layer(FuturesLive, topics)
}

/** Types of the service. */
export declare namespace FuturesLive {
  /** The methods. */
  export interface Service extends Methods<typeof topics> {}
}
