/**
 * Which histories a store keeps: the bars of some tickers of a market, and for stocks the splits and dividends beside them.
 *
 * ```ts
 * const universe = Universe.bars(Stocks.endpoints.bars, { tickers: ["AAPL", "MSFT"], timespan: "minute" })
 * ```
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
import type { Bar } from "@candela/market/Bar"
import * as Ticker from "@candela/market/Ticker"
import type { Timespan } from "@candela/market/Timespan"

/** A market whose bars a store keeps. */
export type Market = "stocks" | "forex" | "crypto"

/** The endpoint of the bars of a market: `Stocks.endpoints.bars`, `Forex.endpoints.bars`, `Crypto.endpoints.bars`. */
// oxlint-disable-next-line typescript/no-explicit-any -- the bound of a type parameter: its types are invariant, so `unknown` would refuse everything
export type BarsEndpoint = Endpoint.History<any, Bar, any, any>

/** The bars of some tickers. */
export interface Universe {
  /** Declaration of the bars: it says where they come from. */
  readonly endpoint: BarsEndpoint
  /** The market, as the endpoint's name says it. */
  readonly market: Market
  /** The tickers, as the service answers them (`C:EURUSD`, not `C:EUR-USD`); each of them once. */
  readonly tickers: ReadonlyArray<string>
  /** The unit of a bar's window. */
  readonly timespan: Timespan
  /** Number of timespans in one bar. */
  readonly multiplier: number
}

/** What is chosen of a market. */
export interface Options {
  /** The tickers, as the service writes them. */
  readonly tickers: ReadonlyArray<string>
  /** The unit of a bar's window. */
  readonly timespan: Timespan
  /** Number of timespans in one bar. Default 1. */
  readonly multiplier?: number | undefined
}

/** Days or instants of a history, as bars are asked for. */
export interface Range {
  /** First day (`yyyy-mm-dd`, of the market's zone) or instant (epoch milliseconds), inclusive. */
  readonly from: string | number
  /** Last day (`yyyy-mm-dd`, of the market's zone) or instant (epoch milliseconds), inclusive. */
  readonly to: string | number
}

/** The bars of a market: as they were traded, not adjusted for splits. */
export const bars = (endpoint: BarsEndpoint, { multiplier = 1, tickers, timespan }: Options): Universe => ({
  endpoint,
  market: endpoint.name.split(".")[0] as Market,
  tickers: [...new Set(tickers.map(Ticker.canonical))],
  timespan,
  multiplier,
})
