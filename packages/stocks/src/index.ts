/**
 * {@include ../README.md}
 *
 * @module @candela/stocks
 */
export { BalanceSheet } from "./BalanceSheets.js"
export { CashFlowStatement } from "./CashFlowStatements.js"
export { Dividend } from "./Dividends.js"
export { DividendV3 } from "./DividendsV3.js"
export { type Filing } from "./Filings.js"
export { FinancialLine, FinancialStatements, Financials } from "./Financials.js"
export { FreeFloat } from "./FreeFloat.js"
export { IncomeStatement } from "./IncomeStatements.js"
export { Insight, NewsArticle, Publisher } from "./News.js"
export { LastQuoteTick, StockQuote } from "./Quotes.js"
export { Ratios } from "./Ratios.js"
export { ShortInterest } from "./ShortInterest.js"
export { ShortVolume } from "./ShortVolume.js"
export {
  StockLastQuote,
  StockLastTrade,
  StockSnapshot,
  StockSnapshotDay,
  StockSnapshotMinute,
  StockSnapshotPreviousDay,
} from "./Snapshots.js"
export { Split } from "./Splits.js"
export { SplitV3 } from "./SplitsV3.js"
export { Stocks } from "./Stocks.js"
export { Summary, SummaryBranding, SummaryOption } from "./Summaries.js"
export { StockTrade } from "./Trades.js"
export { Bar } from "@candela/market/Bar"
export { type BarPage } from "@candela/market/BarPage"
export { PreviousDayBar } from "@candela/market/PreviousDayBar"
export { type Timespan } from "@candela/market/Timespan"
export { DailyBar } from "@candela/market/DailyMarketSummary"
export { SnapshotSession } from "@candela/market/InstrumentState"
export { OpenClose } from "@candela/market/OpenClose"
export { Exchange } from "@candela/market/Exchange"
export { LastTradeTick } from "@candela/market/LastTick"
