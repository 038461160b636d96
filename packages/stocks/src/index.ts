/**
 * {@include ../README.md}
 *
 * @module @candela/stocks
 */
export { BalanceSheet } from "./BalanceSheets.js"
export { DailyBar, OpenClose } from "./DailySummary.js"
export { Dividend } from "./Dividends.js"
export {
  StockLastQuote,
  StockLastTrade,
  StockSnapshot,
  StockSnapshotDay,
  StockSnapshotMinute,
  StockSnapshotPreviousDay,
} from "./Snapshots.js"
export { Stocks } from "./Stocks.js"
export { Bar } from "@candela/market/Bar"
export { type BarPage } from "@candela/market/BarPage"
export { PreviousDayBar } from "@candela/market/PreviousDayBar"
export { type Timespan } from "@candela/market/Timespan"
