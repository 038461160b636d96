/**
 * {@include ../README.md}
 *
 * @module @candela/options
 */
export { Options } from "./Options.js"
export { PreviousDayBar, type PreviousDayBarPage } from "./PreviousDayBar.js"
export { OptionQuote, OptionTrade } from "./Ticks.js"
export { Exchange } from "@candela/market/Exchange"
export { LastTradeTick } from "@candela/market/LastTrade"
