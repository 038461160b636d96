/**
 * {@include ../README.md}
 *
 * @module @candela/forex
 */
export { Conversion, ConversionQuote } from "./Conversion.js"
export { Forex } from "./Forex.js"
export { ForexLastQuote, ForexSnapshot, ForexSnapshotMinute } from "./Snapshots.js"
export { ForexQuote, type ForexQuoteWire } from "@candela/market/ForexQuote"
export { SnapshotBar, SnapshotDay } from "@candela/market/Snapshot"
