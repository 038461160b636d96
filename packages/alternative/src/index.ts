/**
 * {@include ../README.md}
 *
 * @module @candela/alternative
 */
export { Alternative } from "./Alternative.js"
export { MerchantAggregate } from "./MerchantAggregates.js"
export { MerchantRecord } from "./MerchantHierarchy.js"
