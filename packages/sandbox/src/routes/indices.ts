/** The routes of @candela/indices. @module */
import { Indices } from "@candela/indices/Indices"
import * as Route from "./Route.js"

/** The routes of @candela/indices. */
export const routes = Route.all(Indices, {
  previousDayBar: Route.synthetic(),
})
