/**
 * {@include ../README.md}
 *
 * @module @candela/reference
 */
export { Company } from "./Company.js"
export { type Instrument } from "./Instrument.js"
export { Ipo } from "./Ipos.js"
export { MarketHoliday } from "./MarketHolidays.js"
export { Reference } from "./Reference.js"
export { type RelatedCompaniesPage, RelatedCompany } from "./RelatedCompanies.js"
export { Address, Branding, TickerOverview } from "./TickerOverview.js"
export { TickerRecord } from "./Tickers.js"
