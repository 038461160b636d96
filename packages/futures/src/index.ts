/**
 * {@include ../README.md}
 *
 * @module @candela/futures
 */
export { Futures } from "./Futures.js"
