/**
 * {@include ../README.md}
 *
 * @module @candela/options
 */
export { ChainContract, ContractDetails, OptionDay } from "./Chain.js"
export { Deliverable, OptionContract } from "./Contracts.js"
export * as OptionChain from "./OptionChain.js"
export * as OptionPricing from "./OptionPricing.js"
export * as OptionTicker from "./OptionTicker.js"
export { Options } from "./Options.js"
export { OptionQuote, OptionTrade } from "./Ticks.js"
export { Bar } from "@candela/market/Bar"
export { type BarPage } from "@candela/market/BarPage"
export { Greeks, LastQuote, LastTrade, OptionDetails, UnderlyingAsset } from "@candela/market/InstrumentState"
export { OpenClose } from "@candela/market/OpenClose"
export { PreviousDayBar } from "@candela/market/PreviousDayBar"
export { type Timespan } from "@candela/market/Timespan"
export { Exchange } from "@candela/market/Exchange"
export { LastTradeTick } from "@candela/market/LastTick"
