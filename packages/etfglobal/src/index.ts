/**
 * {@include ../README.md}
 *
 * @module @candela/etfglobal
 */
export { FundAnalytics } from "./Analytics.js"
export { Constituent } from "./Constituents.js"
export { Etfglobal } from "./Etfglobal.js"
export { type Fund, type FundKind } from "./Fund.js"
export { FundFlow } from "./FundFlows.js"
export { FundProfile } from "./Profiles.js"
export { FundTaxonomy } from "./Taxonomies.js"
