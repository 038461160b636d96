/**
 * {@include ../README.md}
 *
 * @module @candela/crypto
 */
export { Crypto } from "./Crypto.js"
export { CryptoSnapshot } from "./Snapshots.js"
export { CryptoTrade, type TradesPage } from "./Trades.js"
export { Bar } from "@candela/market/Bar"
export { type BarPage } from "@candela/market/BarPage"
export { IndicatorUnderlying, IndicatorValue, type IndicatorPage } from "@candela/market/Indicator"
export { type Timespan } from "@candela/market/Timespan"
