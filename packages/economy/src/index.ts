/**
 * {@include ../README.md}
 *
 * @module @candela/economy
 */
export { Economy } from "./Economy.js"
export { FundingConditions } from "./FundingConditions.js"
export { Inflation } from "./Inflation.js"
export { InflationExpectations } from "./InflationExpectations.js"
export { LaborMarket } from "./LaborMarket.js"
export { TreasuryYields } from "./TreasuryYields.js"
