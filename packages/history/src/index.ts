/**
 * {@include ../README.md}
 *
 * @module @candela/history
 */
export * as Adjust from "./Adjust.js"
export * as SplitDifference from "./SplitDifference.js"
