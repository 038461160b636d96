/** The routes of @candela/etfglobal. @module */
import { Etfglobal } from "@candela/etfglobal/Etfglobal"
import * as Route from "./Route.js"

/** The routes of @candela/etfglobal. */
export const routes = Route.all(Etfglobal, {
  taxonomies: Route.synthetic(),
})
