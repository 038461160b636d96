/**
 * {@include ../README.md}
 *
 * @module @candela/indices
 */
export { IndexBar, IndexPreviousDayBar } from "./Bars.js"
export { Indices } from "./Indices.js"
export { IndexSnapshot } from "./Snapshots.js"
export { type UnadjustedPage } from "@candela/market/BarPage"
export {
  type IndicatorPage,
  IndicatorValue,
  MacdValue,
  UnderlyingLevel,
  UnderlyingLevels,
} from "@candela/market/Indicator"
export { SnapshotSession } from "@candela/market/InstrumentState"
export { IndexOpenClose } from "@candela/market/OpenClose"
export { type Timespan } from "@candela/market/Timespan"
