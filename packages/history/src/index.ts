/**
 * {@include ../README.md}
 *
 * @module @candela/history
 */
export * as Adjust from "./Adjust.js"
export * as Database from "./Database.js"
export { InvalidAction } from "./InvalidAction.js"
export * as Follow from "./Follow.js"
export * as Indicator from "./Indicator.js"
export * as Integrity from "./Integrity.js"
export * as Many from "./Many.js"
export * from "./ManyError.js"
export { MissingDays, MissingError } from "./MissingError.js"
export * as Renames from "./Renames.js"
export * as Resample from "./Resample.js"
export * as Sessions from "./Sessions.js"
export * as SplitDifference from "./SplitDifference.js"
export * as Sql from "./Sql.js"
export * from "./SqlError.js"
export * from "./Store.js"
export * from "./StoreError.js"
export * from "./TickerBar.js"
export { UnfitBars } from "./UnfitBars.js"
export * as Universe from "./Universe.js"
