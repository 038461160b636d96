/** The routes of U.S. economic series. @module */
import { Economy } from "@candela/economy/Economy"
import * as FundingConditions from "../subjects/economy/FundingConditions.js"
import * as Inflation from "../subjects/economy/Inflation.js"
import * as InflationExpectations from "../subjects/economy/InflationExpectations.js"
import * as LaborMarket from "../subjects/economy/LaborMarket.js"
import * as TreasuryYields from "../subjects/economy/TreasuryYields.js"
import * as Route from "./Route.js"

/** The routes of U.S. economic series. */
export const routes = Route.all(Economy, {
  inflation: Route.table(Inflation.table),
  inflationExpectations: Route.table(InflationExpectations.table),
  fundingConditions: Route.table(FundingConditions.table),
  treasuryYields: Route.table(TreasuryYields.table),
  laborMarket: Route.table(LaborMarket.table),
})
