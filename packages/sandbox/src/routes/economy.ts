/**
 * The routes of U.S. economic series.
 *
 * @module
 */
import { Economy } from "@candela/economy/Economy"
import * as FundingConditions from "../generate/FundingConditions.js"
import * as Inflation from "../generate/Inflation.js"
import * as InflationExpectations from "../generate/InflationExpectations.js"
import * as ListQuery from "../ListQuery.js"
import * as Route from "../Route.js"
import type { Store } from "../Store.js"

const { fundingConditions, inflation, inflationExpectations } = Economy.endpoints

const visible = "published"

/** The routes of U.S. economic series. */
export const routes: ReadonlyArray<Route.Route<Store>> = [
  Route.of(inflation, ListQuery.of(inflation, Inflation.table, { visible }), { delayed: false }),
  Route.of(inflationExpectations, ListQuery.of(inflationExpectations, InflationExpectations.table, { visible }), {
    delayed: false,
  }),
  Route.of(fundingConditions, ListQuery.of(fundingConditions, FundingConditions.table, { visible }), {
    delayed: false,
  }),
]
