/**
 * {@include ../README.md}
 *
 * @module @candela/history
 */
export * as Integrity from "./Integrity.js"
