/**
 * Crypto pairs as they trade: streams of the live channel.
 *
 * ```ts
 * const live = yield* CryptoLive
 * yield* live.trades(["X:BTCUSD"]).pipe(Stream.runForEach((trade) => Console.log(trade.price)))
 * ```
 *
 * @module @candela/crypto/Live
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
import * as Spelling from "@candela/market/live/Spelling"
import * as Ticker from "@candela/market/Ticker"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { bars } from "./Bars.js"
import { type CryptoTrade, trades } from "./Trades.js"

const barFields = { ...LiveBar.pairFields, ...LiveBar.averageFields }

/**
 * A bar of a crypto pair. It may be sent again when late trades change it: rows of one ticker and one `timestamp`
 * replace each other.
 */
export interface LiveCryptoBar extends LiveBar.LivePairBar, LiveBar.LiveAverages {}

/** Schema of {@link LiveCryptoBar}. */
export const LiveCryptoBar: Field.SchemaOf<LiveCryptoBar, typeof barFields> = Field.struct(barFields, "LiveCryptoBar")

const common = {
  /** The pair's ticker, as in requests: `X:BTCUSD`. */
  ticker: Field.required(Schema.String, "pair"),
  /** Exchange, the service's id, which `exchanges` names. */
  exchange: Field.optional(Unit.Code, "x"),
  /** Time at the exchange, epoch milliseconds. */
  timestamp: Field.required(Unit.EpochMillis, "t"),
  /** Receipt by the service, epoch milliseconds. */
  received_timestamp: Field.optional(Unit.EpochMillis, "r"),
}

/** Fields common to the trades, quotes and books of a crypto pair. */
export interface LiveCryptoTick extends Field.Row<typeof common>, Endpoint.Named {}

const ofTrade = {
  /** Price of one unit of the base currency, in the quote currency. */
  price: Field.required(Unit.Currency, "p"),
  /** Traded amount in the base currency; may be fractional. */
  size: Field.optional(Unit.Volume, "s"),
  /** Conditions: 1 for a trade on the seller's side, 2 on the buyer's, 0 for none. */
  conditions: Field.optional(Field.numbers(Unit.Code), "c"),
  /** Id of the trade, unique for its pair and exchange. */
  id: Field.optional(Field.Id, "i"),
}

/** A trade of a crypto pair. */
export interface LiveCryptoTrade extends LiveCryptoTick, Field.Row<typeof ofTrade> {}

/** Schema of {@link LiveCryptoTrade}. */
export const LiveCryptoTrade: Field.SchemaOf<LiveCryptoTrade, typeof common & typeof ofTrade> = Field.struct(
  { ...common, ...ofTrade },
  "LiveCryptoTrade",
)

/** A trade of a crypto pair that requests and the live channel both have. */
export interface FollowedCryptoTrade extends Omit<LiveCryptoTrade, "received_timestamp"> {}

const tradeOfLive = ({ conditions, exchange, id, price, size, ticker, timestamp }: FollowedCryptoTrade) =>
  LiveTick.present<FollowedCryptoTrade>({ ticker, timestamp, exchange, price, size, conditions, id })

const ofQuote = {
  /** Highest price at which somebody buys the base currency, in the quote currency. */
  bid_price: Field.optional(Unit.Currency, "bp"),
  /** Size wanted at the bid, in the base currency. */
  bid_size: Field.optional(Unit.Volume, "bs"),
  /** Lowest price at which somebody sells the base currency, in the quote currency. */
  ask_price: Field.optional(Unit.Currency, "ap"),
  /** Size offered at the ask, in the base currency. */
  ask_size: Field.optional(Unit.Volume, "as"),
}

/** A quote of a crypto pair on one exchange. Quotes are in order for each exchange only. */
export interface LiveCryptoQuote extends LiveCryptoTick, Field.Row<typeof ofQuote> {}

/** Schema of {@link LiveCryptoQuote}. */
export const LiveCryptoQuote: Field.SchemaOf<LiveCryptoQuote, typeof common & typeof ofQuote> = Field.struct(
  { ...common, ...ofQuote },
  "LiveCryptoQuote",
)

const Levels = Schema.Array(Schema.Array(Field.Number))

const ofBook = {
  /** Bids, the highest first, at most 100: of each its price, and its size in the base currency. */
  bids: Field.optional(Levels, "b"),
  /** Asks, the lowest first, at most 100: of each its price, and its size in the base currency. */
  asks: Field.optional(Levels, "a"),
}

/** The order book of a crypto pair on one exchange. */
export interface LiveCryptoBook extends LiveCryptoTick, Field.Row<typeof ofBook> {}

/** Schema of {@link LiveCryptoBook}. */
export const LiveCryptoBook: Field.SchemaOf<LiveCryptoBook, typeof common & typeof ofBook> = Field.struct(
  { ...common, ...ofBook },
  "LiveCryptoBook",
)

const ofEachPair = {
  cluster: "crypto",
  ticker: Ticker.Crypto,
  wildcard: true,
  calendar: Calendar.crypto,
} as const

const ofPairs = { ...ofEachPair, spelling: Spelling.crypto, delayed: false, steady: true }

const ofBars = { ...ofPairs, row: LiveCryptoBar, bars }

const { calendar: _, ...untold } = {
  ...ofPairs,
  kind: "state",
  time: ({ timestamp }: { readonly timestamp: number }) => timestamp,
  open: LiveBar.open(Calendar.crypto),
} as const

const ofValues = { ...ofEachPair, spelling: Spelling.hyphenatedCrypto }

const topicsOf = {
  /** Minute bars of crypto pairs, each some seconds after its end. A minute without trades has none. */
  minuteBars: LiveBar.topic({ ...ofBars, code: "XA", length: "minute" }),
  /** Second bars of crypto pairs, each some seconds after its end. A second without trades has none. */
  secondBars: LiveBar.topic({ ...ofBars, code: "XAS", length: "second" }),
  /** Trades of crypto pairs on all exchanges. */
  trades: LiveTick.trades({
    ...ofPairs,
    code: "XT",
    row: LiveCryptoTrade,
    endpoint: trades,
    ofHistory: (row: CryptoTrade, ticker) =>
      tradeOfLive({ ...row, ticker, timestamp: LiveTick.millis(row.participant_timestamp) }),
    ofLive: tradeOfLive,
    key: ({ exchange, id, price, size, timestamp }) =>
      LiveTick.keyOfDay(timestamp, exchange, ...(id === undefined ? [timestamp, price, size] : [id])),
  }),
  /** Quotes of crypto pairs, each of one exchange. No endpoint has them: missed ones are only told. */
  quotes: Topic.make({ ...untold, code: "XQ", row: LiveCryptoQuote }),
  /**
   * Order books of crypto pairs, each of one exchange. The service's document calls it deprecated since July 2024. No
   * endpoint has them: missed ones are only told.
   */
  books: Topic.make({ ...untold, steady: false, code: "XL2", row: LiveCryptoBook }),
  /** Fair market values of crypto pairs, on business plans. No endpoint has them: missed ones are only told. */
  fairMarketValues: LiveValue.fairMarketValues(ofValues),
  /** Minute bars of crypto pairs, on launchpad plans. */
  launchpadMinuteBars: LiveBar.launchpad({ ...ofValues, bars }),
  /** Values of crypto pairs, on launchpad plans. No endpoint has them: missed ones are only told. */
  launchpadValues: LiveValue.launchpadValues(ofValues),
}

/** Topics of the service by method name. */
const topics: typeof topicsOf = Topic.ofService("crypto", topicsOf)

/** Crypto pairs as they trade: bars, trades, quotes, order books and values of the live channel. */
export class CryptoLive extends Context.Tag("@candela/crypto/CryptoLive")<CryptoLive, CryptoLive.Service>() {
  /** Declarations of the methods. */
  static readonly topics: typeof topics = topics
  /** Makes the service on the live connection of the context, for a tag of your own: one for each account. */
  static readonly make: Effect.Effect<CryptoLive.Service, never, LiveConnection | MarketData> =
    /* @__PURE__ */ LiveClient.make(topics)
  /** The service on a live connection, which fills its gaps from the market-data connection. */
  static readonly layer: Layer.Layer<CryptoLive, never, LiveConnection | MarketData> = /* @__PURE__ */ LiveClient.layer(
    CryptoLive,
    topics,
  )
}

/** Types of the service. */
export declare namespace CryptoLive {
  /** The methods. */
  export interface Service extends Methods<typeof topics> {}
}
