/** The routes of @candela/filings. @module */
import { Filings } from "@candela/filings/Filings"
import * as Route from "./Route.js"

/** The routes of @candela/filings. */
export const routes = Route.all(Filings, {
  index: Route.synthetic(),
})
