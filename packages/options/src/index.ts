/**
 * {@include ../README.md}
 *
 * @module @candela/options
 */
export { Options } from "./Options.js"
export { PreviousDayBar, type PreviousDayBarPage } from "./PreviousDayBar.js"
export { type IndicatorPage, IndicatorUnderlying, IndicatorValue, MacdValue } from "@candela/market/Indicator"
