/** The routes of @candela/indices. @module */
import { Indices } from "@candela/indices/Indices"
import { stocks } from "@candela/market/Market"
import * as Indicators from "./indicators.js"
import * as Route from "./Route.js"

/** The routes of @candela/indices. */
export const routes = Route.all(Indices, {
  ...Indicators.of(Indices.endpoints, stocks, Indicators.levels),
  previousDayBar: Route.synthetic(),
})
