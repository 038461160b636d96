/**
 * {@include ../README.md}
 *
 * @module @candela/history
 */
export * from "./Store.js"
export * from "./StoreError.js"
export * as Universe from "./Universe.js"
