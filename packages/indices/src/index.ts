/**
 * {@include ../README.md}
 *
 * @module @candela/indices
 */
export { Indices } from "./Indices.js"
export { PreviousDayBar, type PreviousDayBarPage } from "./PreviousDayBar.js"
