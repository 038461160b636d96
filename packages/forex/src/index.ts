/**
 * {@include ../README.md}
 *
 * @module @candela/forex
 */
export { Conversion } from "./Conversion.js"
export { Forex } from "./Forex.js"
export { CurrencyQuote, LastQuote } from "./LastQuote.js"
export { ForexLastQuote, ForexSnapshot } from "./Snapshots.js"
export { Bar } from "@candela/market/Bar"
export { type BarPage } from "@candela/market/BarPage"
export { ForexQuote, type ForexQuoteWire } from "@candela/market/ForexQuote"
export { type IndicatorPage, IndicatorUnderlying, IndicatorValue, MacdValue } from "@candela/market/Indicator"
export { PreviousDayBar } from "@candela/market/PreviousDayBar"
export { SnapshotBar, SnapshotMinute } from "@candela/market/Snapshot"
export { type Timespan } from "@candela/market/Timespan"
export { DailyBar } from "@candela/market/DailyMarketSummary"
export { Exchange } from "@candela/market/Exchange"
