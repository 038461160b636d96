/**
 * {@include ../README.md}
 *
 * @module @candela/stocks
 */
export { BalanceSheet } from "./BalanceSheets.js"
export { CashFlowStatement } from "./CashFlowStatements.js"
export { DailyBar, OpenClose } from "./DailySummary.js"
export { Dividend } from "./Dividends.js"
export { DividendV3 } from "./DividendsV3.js"
export { type Filing } from "./Filings.js"
export { FinancialLine, FinancialStatements, Financials } from "./Financials.js"
export { FreeFloat } from "./FreeFloat.js"
export { IncomeStatement } from "./IncomeStatements.js"
export { Insight, NewsArticle, Publisher } from "./News.js"
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
export { Summary, SummaryBranding, SummaryOption, SummarySession } from "./Summaries.js"
export { Bar } from "@candela/market/Bar"
export { type BarPage } from "@candela/market/BarPage"
export { type IndicatorPage, IndicatorUnderlying, IndicatorValue, MacdValue } from "@candela/market/Indicator"
export { PreviousDayBar } from "@candela/market/PreviousDayBar"
export { type Timespan } from "@candela/market/Timespan"
