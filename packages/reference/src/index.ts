/**
 * {@include ../README.md}
 *
 * @module @candela/reference
 */
export { Company } from "./Company.js"
export { Condition, ConditionCodes, ConditionRules, ConditionUpdates } from "./Conditions.js"
export { ReferenceExchange } from "./Exchanges.js"
export { type Instrument } from "./Instrument.js"
export { Ipo } from "./Ipos.js"
export { MarketHoliday } from "./MarketHolidays.js"
export { CurrencyStatus, ExchangeStatus, IndexGroupStatus, MarketStatus } from "./MarketStatus.js"
export { Reference } from "./Reference.js"
export { type RelatedCompaniesPage, RelatedCompany } from "./RelatedCompanies.js"
export { TickerChange, TickerEvent, TickerEvents } from "./TickerEvents.js"
export { Address, Branding, TickerOverview } from "./TickerOverview.js"
export { TickerType } from "./TickerTypes.js"
export { TickerRecord } from "./Tickers.js"
