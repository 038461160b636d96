/**
 * {@include ../README.md}
 *
 * @module @candela/crypto
 */
export { Crypto } from "./Crypto.js"
export { CryptoHistoricTrade, Currency, type HistoricTradesPage, type Traded } from "./HistoricTrades.js"
export { CryptoOpenClose } from "./OpenClose.js"
export { CryptoLastTrade, CryptoSnapshot } from "./Snapshots.js"
export { CryptoTrade, LastCryptoTrade, LastCryptoTradeTick } from "./Trades.js"
export { Bar } from "@candela/market/Bar"
export { type BarPage } from "@candela/market/BarPage"
export { type IndicatorPage, IndicatorUnderlying, IndicatorValue, MacdValue } from "@candela/market/Indicator"
export { PreviousDayBar } from "@candela/market/PreviousDayBar"
export { type Timespan } from "@candela/market/Timespan"
export { DailyBar } from "@candela/market/DailyMarketSummary"
export { Exchange } from "@candela/market/Exchange"
