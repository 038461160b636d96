/**
 * Whole universes into the store of `@candela/history`.
 *
 * @module
 */
export * as RateLimitStore from "./RateLimitStore.js"
