/**
 * {@include ../README.md}
 *
 * @module @candela/indices
 */
export { Indices } from "./Indices.js"
export { PreviousDayBar, type PreviousDayBarPage } from "./PreviousDayBar.js"
export {
  type IndicatorPage,
  IndicatorValue,
  MacdValue,
  UnderlyingLevel,
  UnderlyingLevels,
} from "@candela/market/Indicator"
