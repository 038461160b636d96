/**
 * {@include ../README.md}
 *
 * @module @candela/snapshots
 */
export { Snapshots } from "./Snapshots.js"
