/**
 * Option contracts as they trade: streams of the live channel.
 *
 * ```ts
 * const live = yield* OptionsLive
 * yield* live.trades(["O:SPY251219C00650000"]).pipe(Stream.runForEach((trade) => Console.log(trade.price)))
 * ```
 *
 * @module @candela/options/Live
 */
import * as LiveClient from "@candela/core/declare/LiveClient"
import * as Topic from "@candela/core/declare/Topic"
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
import { bars } from "./Bars.js"
import * as Ticks from "./Ticks.js"

/** A quote of an option contract that requests and the live channel both have. */
export interface FollowedOptionQuote
  extends LiveTick.FollowedQuote, Pick<LiveTick.LiveQuote, "bid_size" | "ask_size"> {}

const quoteOfLive = (row: FollowedOptionQuote): FollowedOptionQuote => {
  const { ask_size, bid_size } = row
  return { ...LiveTick.quoteOfLive(row), ...LiveTick.present({ bid_size, ask_size }) }
}

const ofContracts = {
  cluster: "options",
  ticker: Ticker.Option,
  calendar: Calendar.regular,
} as const

const ofBars = { ...ofContracts, wildcard: true, row: LiveBar.LiveBar, bars, dayVolume: LiveBar.dayVolume } as const

/** At most 1,000 contracts of a connection, and never all of them. */
const ofNamed = { ...ofContracts, wildcard: false } as const

const topicsOf = {
  /** Trades of option contracts. */
  trades: LiveTick.trades({
    ...ofContracts,
    wildcard: true,
    code: "T",
    row: LiveTick.LiveTrade,
    endpoint: Ticks.trades,
    ofHistory: LiveTick.tradeOfHistory,
    ofLive: LiveTick.tradeOfLive,
    // The live channel sends no ids.
    key: LiveTick.keyOfSequence,
  }),
  /** Quotes of option contracts, in real time only: at most 1,000 contracts of a connection, without a wildcard. */
  quotes: LiveTick.quotes({
    ...ofNamed,
    delayed: false,
    code: "Q",
    row: LiveTick.LiveQuote,
    endpoint: Ticks.quotes,
    ofHistory: (row: Ticks.OptionQuote, ticker) =>
      quoteOfLive({ ...row, ticker, timestamp: LiveTick.millis(row.sip_timestamp) }),
    ofLive: quoteOfLive,
    key: LiveTick.keyOfSequence,
  }),
  /** Second bars of option contracts, each some seconds after its end, and again when late trades change it. */
  secondBars: LiveBar.topic({ ...ofBars, code: "A", length: "second" }),
  /** Minute bars of option contracts, each some seconds after its end, and again when late trades change it. */
  minuteBars: LiveBar.topic({ ...ofBars, code: "AM", length: "minute" }),
  /**
   * Fair market values of option contracts, on business plans: at most 1,000 contracts of a connection, without a
   * wildcard. No endpoint has them: missed ones are only told.
   */
  fairMarketValues: LiveValue.fairMarketValues(ofNamed),
  /**
   * Minute bars of option contracts, on launchpad plans: at most 1,000 contracts of a connection, without a wildcard.
   */
  launchpadMinuteBars: LiveBar.launchpad({ ...ofNamed, bars }),
  /**
   * Values of option contracts, on launchpad plans: at most 1,000 contracts of a connection, without a wildcard. No
   * endpoint has them: missed ones are only told.
   */
  launchpadValues: LiveValue.launchpadValues(ofNamed),
}

/** Topics of the service by method name. */
const topics: typeof topicsOf = Topic.ofService("options", topicsOf)

/** Option contracts as they trade: trades, quotes, bars and values of the live channel. */
export class OptionsLive extends Context.Tag("@candela/options/OptionsLive")<OptionsLive, OptionsLive.Service>() {
  /** Declarations of the methods. */
  static readonly topics: typeof topics = topics
  /** Makes the service on the live connection of the context, for a tag of your own: one for each account. */
  static readonly make: Effect.Effect<OptionsLive.Service, never, LiveConnection | MarketData> =
    /* @__PURE__ */ LiveClient.make(topics)
  /** The service on a live connection, which fills its gaps from the market-data connection. */
  static readonly layer: Layer.Layer<OptionsLive, never, LiveConnection | MarketData> =
    /* @__PURE__ */ LiveClient.layer(OptionsLive, topics)
}

/** Types of the service. */
export declare namespace OptionsLive {
  /** The methods. */
  export interface Service extends Methods<typeof topics> {}
}
