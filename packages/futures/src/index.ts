/**
 * {@include ../README.md}
 *
 * @module @candela/futures
 */
export { FuturesBar } from "./Bars.js"
export * as Candles from "./Candles.js"
export { FuturesContract } from "./Contracts.js"
export { Futures } from "./Futures.js"
export { FuturesMarketStatus } from "./MarketStatus.js"
export { FuturesProduct } from "./Products.js"
export * as Resolution from "./Resolution.js"
export { FuturesSchedule } from "./Schedules.js"
export {
  FuturesLastMinute,
  FuturesLastQuote,
  FuturesLastTrade,
  FuturesSnapshot,
  FuturesSnapshotDetails,
  FuturesSnapshotSession,
} from "./Snapshots.js"
export { FuturesQuote, type FuturesTick, FuturesTrade } from "./Ticks.js"
export * as TradingDate from "./TradingDate.js"
export * as Vwap from "./Vwap.js"
export * as WindowStart from "./WindowStart.js"
export { Exchange } from "@candela/market/Exchange"
