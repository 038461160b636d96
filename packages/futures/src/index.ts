/**
 * {@include ../README.md}
 *
 * @module @candela/futures
 */
export { FuturesBar } from "./Bars.js"
export { Futures } from "./Futures.js"
export { type ClockUnit, type Resolution, type ResolutionText, type Unit } from "./Resolution.js"
export { type Filters, type Values } from "./WindowStart.js"
