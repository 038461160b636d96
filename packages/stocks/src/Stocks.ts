/** U.S. stocks. @module */
import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as BalanceSheets from "./BalanceSheets.js"
import * as Bars from "./Bars.js"
import * as CashFlowStatements from "./CashFlowStatements.js"
import * as DailySummary from "./DailySummary.js"
import * as Dividends from "./Dividends.js"
import * as DividendsV3 from "./DividendsV3.js"
import * as Exchanges from "./Exchanges.js"
import * as Quotes from "./Quotes.js"
import * as Trades from "./Trades.js"
import * as Financials from "./Financials.js"
import * as FreeFloat from "./FreeFloat.js"
import * as IncomeStatements from "./IncomeStatements.js"
import * as Indicators from "./Indicators.js"
import * as Snapshots from "./Snapshots.js"
import * as Splits from "./Splits.js"
import * as Summaries from "./Summaries.js"
import * as SplitsV3 from "./SplitsV3.js"
import * as News from "./News.js"
import * as Ratios from "./Ratios.js"
import * as ShortInterest from "./ShortInterest.js"
import * as ShortVolume from "./ShortVolume.js"

const own = {
  /**
   * Aggregate bars over a time range: pre-market, regular and after-hours trades, in Eastern Time.
   * An interval without qualifying trades has no bar.
   *
   * @specification 1
   * @example { stocksTicker: "AAPL", multiplier: 1, timespan: "day", from: "2025-05-01", to: "2025-06-27" }
   */
  bars: Bars.bars,
  /**
   * One daily bar per U.S. stock; no rows on a day without trading.
   *
   * @specification 2
   * @example { date: "2025-06-27" }
   */
  dailyMarketSummary: DailySummary.dailyMarketSummary,
  /**
   * A stock's day: regular session, pre-market and after-hours. `NotFound` when it did not trade.
   *
   * @specification 3
   * @example { stocksTicker: "AAPL", date: "2025-06-27" }
   */
  openClose: DailySummary.openClose,
  /**
   * The previous trading day's bar.
   *
   * @remarks `Bar.tradingDay(bar, "stocks")` returns its day: the real service stamps it with the end of the day, not
   * with its start.
   *
   * @specification 4
   * @example { stocksTicker: "AAPL" }
   */
  previousDayBar: Bars.previousDayBar,
  /**
   * Dividends and other cash distributions, filtered and sorted.
   *
   * @specification 5
   * @example { "ex_dividend_date.gte": "2025-01-01" }
   */
  dividends: Dividends.dividends,
  /**
   * Dividends in the older shape, with the kind of payment as a code, the latest ex-date first.
   *
   * @specification 6
   * @example { "ex_dividend_date.gte": "2025-01-01" }
   */
  dividendsV3: DividendsV3.dividendsV3,
  /**
   * Splits and stock dividends, the latest first.
   *
   * @example { "execution_date.gte": "2000-01-01" }
   */
  splits: Splits.splits,
  /**
   * Splits and stock dividends in the older shape, the latest first.
   *
   * @example { "execution_date.gte": "2000-01-01" }
   */
  splitsV3: SplitsV3.splitsV3,
  /**
   * Short interest of stocks as of the settlement dates in the middle and at the end of each month. A date's numbers
   * are published about nine days later.
   *
   * @example { ticker: "AAPL" }
   */
  shortInterest: ShortInterest.shortInterest,
  /**
   * Shares sold short each day off the exchanges, and where they were reported.
   *
   * @example { ticker: "AAPL", "date.gte": "2025-05-01" }
   */
  shortVolume: ShortVolume.shortVolume,
  /**
   * Shares of each stock that the public can trade, by the most recent count.
   *
   * @example { "ticker.any_of": ["AAPL", "BRK.B", "KO"] }
   */
  float: FreeFloat.float,
  /**
   * Balance sheets of quarters and fiscal years, as filed.
   *
   * @specification 7
   * @example { "tickers.any_of": ["AAPL", "BRK.A", "KO"] }
   */
  balanceSheets: BalanceSheets.balanceSheets,
  /**
   * Cash flow statements of quarters, fiscal years and trailing twelve months, as filed.
   *
   * @specification 8
   * @example { "tickers.any_of": ["AAPL", "BRK.A", "KO"] }
   */
  cashFlowStatements: CashFlowStatements.cashFlowStatements,
  /**
   * Income statements of quarters, fiscal years and trailing twelve months, as filed.
   *
   * @example { "tickers.any_of": ["AAPL", "BRK.A", "KO"] }
   */
  incomeStatements: IncomeStatements.incomeStatements,
  /**
   * Statements of companies in the older, experimental shape: those of a period in one row, the latest first.
   *
   * @example { ticker: "AAPL" }
   */
  financials: Financials.financials,
  /**
   * Financial ratios of each stock on the latest trading date, from its price and the statements filed by then.
   *
   * @specification 9
   * @example {}
   */
  ratios: Ratios.ratios,
  /**
   * News articles with their sentiment for each ticker, the latest first; updated hourly. Records start on 2016-06-22.
   *
   * @specification 10
   * @example { "published_utc.gte": "2025-06-01" }
   */
  news: News.news,
  /**
   * Snapshot of a stock: day so far, previous day, last quote and last trade. It is cleared daily
   * at 03:30 New York and fills again from 04:00. `NotFound` for an unknown stock.
   *
   * @specification the pattern of endpoint 17
   * @example { stocksTicker: "AAPL" }
   */
  snapshot: Snapshots.snapshot,
  /**
   * Snapshots of all stocks or of selected ones. They are cleared daily at 03:30 New York and fill again from 04:00.
   *
   * @specification the pattern of endpoint 16
   * @example { tickers: ["AAPL", "MSFT"] }
   */
  snapshots: Snapshots.snapshots,
  /**
   * Summaries of instruments of any market: price, session, name and pictures, in the order of the tickers that are
   * asked for. A ticker that cannot be resolved is a row with an `error`.
   *
   * @example { "ticker.any_of": ["AAPL", "X:BTCUSD", "C:EURUSD", "I:SPX"] }
   */
  summaries: Summaries.summaries,
  /**
   * The 20 stocks that have risen or fallen most since the previous close, in percent, the largest
   * change first. Fewer where fewer have moved that way; none from 03:30 New York until the first
   * trades of the day, while snapshots are cleared.
   *
   * @specification the pattern of endpoint 18
   * @example { direction: "gainers" }
   */
  movers: Snapshots.movers,
  /**
   * Trades of a stock, to the nanosecond, the latest first: every trade on the consolidated tape, odd lots and late
   * reports among them. `Trades.bars` of `@candela/market` makes bars of them. An unknown stock has none.
   *
   * @example { stockTicker: "AAPL", "timestamp.gte": "2025-06-30T19:59:55Z", "timestamp.lt": "2025-06-30T20:00:00Z" }
   */
  trades: Trades.trades,
  /**
   * Quotes of a stock (the national best bid and offer), to the nanosecond, the latest first. An
   * unknown stock has none.
   *
   * @example { stockTicker: "AAPL", "timestamp.gte": "2025-06-30T19:59:55Z", "timestamp.lt": "2025-06-30T20:00:00Z" }
   */
  quotes: Quotes.quotes,
  /**
   * Last trade of a stock, as visible on the plan. `NotFound` for an unknown stock.
   *
   * @example { stocksTicker: "AAPL" }
   */
  lastTrade: Trades.lastTrade,
  /**
   * Last quote of a stock (the national best bid and offer), as visible on the plan. `NotFound` for an unknown stock.
   *
   * @example { stocksTicker: "AAPL" }
   */
  lastQuote: Quotes.lastQuote,
  /**
   * The exchanges on which stocks trade, and the facilities that report trades off them.
   *
   * @example {}
   */
  exchanges: Exchanges.exchanges,
}

/** Endpoints of the service by method name. */
const endpoints: typeof own & typeof Indicators.indicators = /* @__PURE__ */ Endpoint.ofService("stocks", {
  ...own,
  ...Indicators.indicators,
})

/** U.S. stocks: bars, the market's day, a stock's day, dividends, statements, ratios, news and snapshots. */
export class Stocks extends Context.Tag("@candela/stocks/Stocks")<Stocks, Stocks.Service>() {
  /** Declarations of the methods. */
  static readonly endpoints: typeof endpoints = endpoints
  /** Makes the service on the connection of the context, for a tag of your own: one for each account. */
  static readonly make: Effect.Effect<Stocks.Service, never, MarketData> = /* @__PURE__ */ Client.make(endpoints)
  /** The service on a market-data connection, built for each connection that it stands on. */
  static readonly layer: Layer.Layer<Stocks, never, MarketData> = /* @__PURE__ */ Client.layer(Stocks, endpoints)
}

/** Types of the service: its methods and their requests. */
export declare namespace Stocks {
  /** The methods. */
  export interface Service extends Client.Methods<typeof endpoints> {}
  export type BalanceSheetsRequest = BalanceSheets.BalanceSheetsRequest
  export type BarsRequest = Bars.BarsRequest
  export type CashFlowStatementsRequest = CashFlowStatements.CashFlowStatementsRequest
  export type DailyMarketSummaryRequest = DailySummary.DailyMarketSummaryRequest
  export type DividendsRequest = Dividends.DividendsRequest
  export type DividendsV3Request = DividendsV3.DividendsV3Request
  export type ExchangesRequest = Exchanges.ExchangesRequest
  export type LastQuoteRequest = Quotes.LastQuoteRequest
  export type LastTradeRequest = Trades.LastTradeRequest
  export type EmaRequest = Indicators.EmaRequest
  export type FinancialsRequest = Financials.FinancialsRequest
  export type FloatRequest = FreeFloat.FloatRequest
  export type IncomeStatementsRequest = IncomeStatements.IncomeStatementsRequest
  export type MacdRequest = Indicators.MacdRequest
  export type MoversRequest = Snapshots.MoversRequest
  export type NewsRequest = News.NewsRequest
  export type OpenCloseRequest = DailySummary.OpenCloseRequest
  export type PreviousDayBarRequest = Bars.PreviousDayBarRequest
  export type QuotesRequest = Quotes.QuotesRequest
  export type RatiosRequest = Ratios.RatiosRequest
  export type RsiRequest = Indicators.RsiRequest
  export type ShortInterestRequest = ShortInterest.ShortInterestRequest
  export type ShortVolumeRequest = ShortVolume.ShortVolumeRequest
  export type SmaRequest = Indicators.SmaRequest
  export type SnapshotRequest = Snapshots.SnapshotRequest
  export type SnapshotsRequest = Snapshots.SnapshotsRequest
  export type SplitsRequest = Splits.SplitsRequest
  export type TradesRequest = Trades.TradesRequest
  export type SplitsV3Request = SplitsV3.SplitsV3Request
  export type SummariesRequest = Summaries.SummariesRequest
}
