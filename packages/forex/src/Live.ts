/**
 * Currency pairs as they trade: streams of the live channel.
 *
 * ```ts
 * const live = yield* ForexLive
 * yield* live.quotes(["C:EURUSD"]).pipe(Stream.runForEach((quote) => Console.log(quote.bid_price)))
 * ```
 *
 * @module @candela/forex/Live
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
import type { ForexQuote } from "@candela/market/ForexQuote"
import * as Ticker from "@candela/market/Ticker"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { bars } from "./Bars.js"
import { quotes } from "./Quotes.js"

/**
 * A bar of a currency pair, of its quotes. It may be sent again: rows of one ticker and one `timestamp` replace each
 * other.
 */
export interface LiveForexBar extends LiveBar.LivePairBar, Endpoint.Named {}

/** Schema of {@link LiveForexBar}. */
export const LiveForexBar: Field.SchemaOf<LiveForexBar, typeof LiveBar.pairFields> = Field.struct(
  LiveBar.pairFields,
  "LiveForexBar",
)

const quoteFields = {
  /** The pair's ticker, as in requests: `C:EURUSD`. */
  ticker: Field.required(Schema.String, "p"),
  /** Exchange of the quote, the service's id: the service sends a number, or its digits in text. */
  exchange: Field.optional(Field.Id, "x"),
  /** Lowest price at which somebody sells the base currency, in the quote currency. */
  ask_price: Field.optional(Unit.Currency, "a"),
  /** Highest price at which somebody buys the base currency, in the quote currency. */
  bid_price: Field.optional(Unit.Currency, "b"),
  /** Time of the quote, epoch milliseconds. */
  timestamp: Field.required(Unit.EpochMillis, "t"),
}

/** A quote of a currency pair. */
export interface LiveForexQuote extends Field.Row<typeof quoteFields>, Endpoint.Named {}

/** Schema of {@link LiveForexQuote}. */
export const LiveForexQuote: Field.SchemaOf<LiveForexQuote, typeof quoteFields> = Field.struct(
  quoteFields,
  "LiveForexQuote",
)

/** A quote of a currency pair that requests and the live channel both have. */
export interface FollowedForexQuote extends Omit<LiveForexQuote, "exchange"> {}

const quoteOfLive = ({ ask_price, bid_price, ticker, timestamp }: FollowedForexQuote) =>
  LiveTick.present<FollowedForexQuote>({ ticker, timestamp, ask_price, bid_price })

const ofEachPair = {
  cluster: "forex",
  ticker: Ticker.Forex,
  wildcard: true,
  calendar: Calendar.forex,
} as const

const ofPairs = { ...ofEachPair, spelling: Spelling.forex, delayed: false, steady: true }

// The live channel has no average price of a window.
const ofBars = { ...ofPairs, row: LiveForexBar, bars, average: false }

const ofValues = { ...ofEachPair, spelling: Spelling.canonical }

const topicsOf = {
  /** Quotes of currency pairs. */
  quotes: LiveTick.quotes({
    ...ofPairs,
    code: "C",
    row: LiveForexQuote,
    endpoint: quotes,
    ofHistory: (row: ForexQuote, ticker) =>
      quoteOfLive({ ...row, ticker, timestamp: LiveTick.millis(row.participant_timestamp) }),
    ofLive: quoteOfLive,
    key: ({ ask_price, bid_price, timestamp }) => [timestamp, ask_price, bid_price].join("/"),
  }),
  /** Minute bars of currency pairs, each some seconds after its end. A minute without quotes has none. */
  minuteBars: LiveBar.topic({ ...ofBars, code: "CA", length: "minute" }),
  /** Second bars of currency pairs, each some seconds after its end. A second without quotes has none. */
  secondBars: LiveBar.topic({ ...ofBars, code: "CAS", length: "second" }),
  /** Fair market values of currency pairs, on business plans. No endpoint has them: missed ones are only told. */
  fairMarketValues: LiveValue.fairMarketValues(ofValues),
  /** Minute bars of currency pairs, on launchpad plans. */
  launchpadMinuteBars: LiveBar.launchpad({ ...ofEachPair, spelling: Spelling.hyphenatedForex, bars }),
  /** Values of currency pairs, on launchpad plans. No endpoint has them: missed ones are only told. */
  launchpadValues: LiveValue.launchpadValues(ofValues),
}

/** Topics of the service by method name. */
const topics: typeof topicsOf = Topic.ofService("forex", topicsOf)

/** Currency pairs as they trade: quotes, bars and values of the live channel. */
export class ForexLive extends Context.Tag("@candela/forex/ForexLive")<ForexLive, ForexLive.Service>() {
  /** Declarations of the methods. */
  static readonly topics: typeof topics = topics
  /** Makes the service on the live connection of the context, for a tag of your own: one for each account. */
  static readonly make: Effect.Effect<ForexLive.Service, never, LiveConnection | MarketData> =
    /* @__PURE__ */ LiveClient.make(topics)
  /** The service on a live connection, which fills its gaps from the market-data connection. */
  static readonly layer: Layer.Layer<ForexLive, never, LiveConnection | MarketData> = /* @__PURE__ */ LiveClient.layer(
    ForexLive,
    topics,
  )
}

/** Types of the service. */
export declare namespace ForexLive {
  /** The methods. */
  export interface Service extends Methods<typeof topics> {}
}
