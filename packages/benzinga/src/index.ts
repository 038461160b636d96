/**
 * {@include ../README.md}
 *
 * @module @candela/benzinga
 */
export { Benzinga } from "./Benzinga.js"
export { Firm } from "./Firms.js"
