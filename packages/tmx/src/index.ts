/**
 * {@include ../README.md}
 *
 * @module @candela/tmx
 */
export { CorporateEvent } from "./CorporateEvents.js"
export { Tmx } from "./Tmx.js"
