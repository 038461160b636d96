/**
 * Histories in a store: the bars of some tickers of a market, and for stocks the splits and dividends beside them; or
 * their trades or quotes.
 *
 * ```ts
 * const universe = Universe.bars(Stocks.endpoints.bars, { tickers: ["AAPL", "MSFT"], timespan: "minute" })
 * const trades = Universe.ticks(Stocks.endpoints.trades, { tickers: ["AAPL", "MSFT"] })
 * ```
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Request from "@candela/core/Request"
import * as Structure from "@candela/core/internal/Structure"
import type { Bar } from "@candela/market/Bar"
import * as Ticker from "@candela/market/Ticker"
import type { Timespan } from "@candela/market/Timespan"
import type { Listing } from "./Integrity.js"

/** Market whose bars a store can hold. */
export type Market = "stocks" | "forex" | "crypto"

/** Endpoint of a market's bars: `Stocks.endpoints.bars`, `Forex.endpoints.bars`, `Crypto.endpoints.bars`. */
// oxlint-disable-next-line typescript/no-explicit-any -- the bound's types are invariant
export type BarsEndpoint = Endpoint.History<any, Bar, any, any>

/** Bars of some tickers. */
export interface Universe {
  /** Declaration of the bars: the endpoint that they come from. */
  readonly endpoint: BarsEndpoint
  /** Market, from the endpoint's name. */
  readonly market: Market
  /** Distinct tickers, as the service returns them (`C:EURUSD`, not `C:EUR-USD`). */
  readonly tickers: ReadonlyArray<string>
  /** Unit of a bar's window. */
  readonly timespan: Timespan
  /** Number of timespans in one bar. */
  readonly multiplier: number
  /** Time in which tickers are listed; a ticker without any is expected always. */
  readonly listings?: ReadonlyArray<Listing> | undefined
}

/** Options of a universe. */
export interface Options {
  /** Tickers, as the service writes them. */
  readonly tickers: ReadonlyArray<string>
  /** Unit of a bar's window. */
  readonly timespan: Timespan
  /** Number of timespans in one bar. Default 1. */
  readonly multiplier?: number | undefined
  /**
   * Time in which tickers are listed, such as `Renames.listings(tenures)`: outside of it a ticker without rows is not
   * doubtful. Default: they are expected always.
   */
  readonly listings?: ReadonlyArray<Listing> | undefined
}

/** Row of a trade or a quote: its time is exact, epoch nanoseconds. */
export type TickRow =
  | { readonly sip_timestamp: bigint }
  | { readonly participant_timestamp: bigint }
  | { readonly timestamp: bigint }

/**
 * Endpoint of trades or quotes: `Stocks.endpoints.trades` and `quotes`, those of options and futures,
 * `Crypto.endpoints.trades`, `Forex.endpoints.quotes`.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- the bound's types are invariant
export type TicksEndpoint<Row extends TickRow> = Endpoint.History<any, Row, any, any>

/** Trades or quotes of some tickers. A store holds them in files of a day. */
export interface Ticks<Row extends TickRow> {
  /** Declaration of the rows: the endpoint that they come from. */
  readonly endpoint: TicksEndpoint<Row>
  /** Market, from the endpoint's name. */
  readonly market: string
  /** Distinct tickers, as the service returns them. */
  readonly tickers: ReadonlyArray<string>
  /** Time in which tickers are listed; a ticker without any is expected always. */
  readonly listings?: ReadonlyArray<Listing> | undefined
}

/** Histories that a store can hold. */
// oxlint-disable-next-line typescript/no-explicit-any -- as in `BarsEndpoint`
export type AnyUniverse = Universe | Ticks<any>

/** Days or instants of a history, as in a request for bars. */
export interface Range {
  /** First day (`yyyy-mm-dd`, of the market's zone) or instant (epoch milliseconds), inclusive. */
  readonly from: string | number
  /** Last day (`yyyy-mm-dd`, of the market's zone) or instant (epoch milliseconds), inclusive. */
  readonly to: string | number
}

/** Selects bars of a market: raw, not adjusted for splits. */
export const bars = (endpoint: BarsEndpoint, { listings, multiplier = 1, tickers, timespan }: Options): Universe => ({
  endpoint,
  ...(listings === undefined ? {} : { listings }),
  market: endpoint.name.split(".")[0] as Market,
  tickers: [...new Set(tickers.map(Ticker.canonical))],
  timespan,
  multiplier,
})

/** Selects trades or quotes of a market. */
export const ticks = <Row extends TickRow>(
  endpoint: TicksEndpoint<Row>,
  { listings, tickers }: Pick<Options, "listings" | "tickers">,
): Ticks<Row> => ({
  endpoint,
  ...(listings === undefined ? {} : { listings }),
  market: endpoint.name.split(".")[0]!,
  tickers: [...new Set(tickers.map(Ticker.canonical))],
})

/** Whether an endpoint returns trades or quotes of a ticker, which {@link ticks} takes. */
export const isTicks = (endpoint: Endpoint.Any): endpoint is TicksEndpoint<TickRow> =>
  endpoint.kind === "history" &&
  Request.nameOf(endpoint, "Ticker") !== undefined &&
  Object.hasOwn(endpoint.wireParams, "timestamp.gte") &&
  (Structure.fields(endpoint.row.ast) ?? []).some(({ optional, unit }) => !optional && unit === "epoch nanoseconds")
