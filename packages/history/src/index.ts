/**
 * {@include ../README.md}
 *
 * @module @candela/history
 */
export * as Resample from "./Resample.js"
export * as Sessions from "./Sessions.js"
export { UnfitBars } from "./UnfitBars.js"
export * as Adjust from "./Adjust.js"
export * as SplitDifference from "./SplitDifference.js"
export * as Integrity from "./Integrity.js"
export * as Many from "./Many.js"
export * from "./ManyError.js"
