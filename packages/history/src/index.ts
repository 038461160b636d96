/**
 * {@include ../README.md}
 *
 * @module @candela/history
 */
export * as Many from "./Many.js"
export * from "./ManyError.js"
