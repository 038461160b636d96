/** The routes of U.S. economic series. @module */
import { Economy } from "@candela/economy/Economy"
import * as FundingConditions from "../subjects/economy/FundingConditions.js"
import * as Inflation from "../subjects/economy/Inflation.js"
import * as InflationExpectations from "../subjects/economy/InflationExpectations.js"
import * as ListQuery from "../query/ListQuery.js"
import type * as Route from "./Route.js"
import type { Store } from "../store/Store.js"

const { fundingConditions, inflation, inflationExpectations } = Economy.endpoints

/** The routes of U.S. economic series. */
export const routes: ReadonlyArray<Route.Route<Store>> = [
  ListQuery.route(inflation, Inflation.table),
  ListQuery.route(inflationExpectations, InflationExpectations.table),
  ListQuery.route(fundingConditions, FundingConditions.table),
]
