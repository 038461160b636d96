/**
 * {@include ../README.md}
 *
 * @module @candela/market
 */
export { Bar, type BarWire } from "./Bar.js"
export { type BarPage } from "./BarPage.js"
export * as BarRange from "./BarRange.js"
export * as Bars from "./Bars.js"
export * as Calendar from "./Calendar.js"
export * as Candles from "./Candles.js"
export * as Company from "./Company.js"
export * as DailyMarketSummary from "./DailyMarketSummary.js"
export { DailyBar } from "./DailyMarketSummary.js"
export { Exchange, type ExchangeDetails } from "./Exchange.js"
export { ForexQuote, type ForexQuoteWire } from "./ForexQuote.js"
export * as Indicator from "./Indicator.js"
export * as Formula from "./Formula.js"
export {
  type IndicatorPage,
  IndicatorUnderlying,
  IndicatorValue,
  MacdValue,
  UnderlyingLevel,
  UnderlyingLevels,
} from "./Indicator.js"
export {
  Greeks,
  LastMinute,
  LastQuote,
  LastTrade,
  OptionDetails,
  SnapshotSession,
  UnderlyingAsset,
} from "./InstrumentState.js"
export * as InstrumentState from "./InstrumentState.js"
export * as Market from "./Market.js"
export * as Instant from "./Instant.js"
export * as LastTick from "./LastTick.js"
export { LastTradeTick } from "./LastTick.js"
export * as LiveBar from "./live/LiveBar.js"
export * as LiveTick from "./live/LiveTick.js"
export * as LiveValue from "./live/LiveValue.js"
export * as Spelling from "./live/Spelling.js"
export * as NoRows from "./NoRows.js"
export * as OpenClose from "./OpenClose.js"
export { PreviousDayBar } from "./PreviousDayBar.js"
export * as Quote from "./Quote.js"
export { type ConsolidatedQuote } from "./Quote.js"
export * as Session from "./Session.js"
export * as Snapshot from "./Snapshot.js"
export {
  type PairSnapshot,
  SnapshotBar,
  type SnapshotBarWire,
  SnapshotMinute,
  type SnapshotMinuteWire,
} from "./Snapshot.js"
export * as Tick from "./Tick.js"
export * as Ticker from "./Ticker.js"
export { timespans, type Timespan } from "./Timespan.js"
export * as TimestampRange from "./TimestampRange.js"
export * as TimeZone from "./TimeZone.js"
export * as Trade from "./Trade.js"
export { type ConsolidatedTrade } from "./Trade.js"
export * as Trades from "./Trades.js"
export * as Vwap from "./Vwap.js"
export * as Window from "./Window.js"
export * as Weekday from "./Weekday.js"
