/** The routes of U.S. economic series. @module */
import { Economy } from "@candela/economy/Economy"
import * as FundingConditions from "../generate/FundingConditions.js"
import * as Inflation from "../generate/Inflation.js"
import * as InflationExpectations from "../generate/InflationExpectations.js"
import * as ListQuery from "../ListQuery.js"
import type * as Route from "../Route.js"
import type { Store } from "../Store.js"

const { fundingConditions, inflation, inflationExpectations } = Economy.endpoints

/** The routes of U.S. economic series. */
export const routes: ReadonlyArray<Route.Route<Store>> = [
  ListQuery.route(inflation, Inflation.table),
  ListQuery.route(inflationExpectations, InflationExpectations.table),
  ListQuery.route(fundingConditions, FundingConditions.table),
]
