/**
 * {@include ../README.md}
 *
 * @module @candela/reference
 */
export { Reference } from "./Reference.js"
