/**
 * {@include ../README.md}
 *
 * @module @candela/reference
 */
export { Reference } from "./Reference.js"
export { type Instrument } from "./Instrument.js"
export { Address, Branding, TickerOverview } from "./TickerOverview.js"
export { TickerRecord } from "./Tickers.js"
