/**
 * {@include ../README.md}
 *
 * @module @candela/forex
 */
export { Forex } from "./Forex.js"
