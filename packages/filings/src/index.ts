/**
 * {@include ../README.md}
 *
 * @module @candela/filings
 */
export { Filings } from "./Filings.js"
export { Index } from "./FilingsIndex.js"
