/**
 * {@include ../README.md}
 *
 * @module @candela/backfill
 */
export * as Backfill from "./Backfill.js"
export * from "./BackfillError.js"
export * as Database from "./Database.js"
export * as RateLimitStore from "./RateLimitStore.js"
export * from "./StatusPage.js"
export * as Universes from "./Universes.js"
