/** The routes of @candela/benzinga. @module */
import { Benzinga } from "@candela/benzinga/Benzinga"
import * as Route from "./Route.js"

/** The routes of @candela/benzinga. */
export const routes = Route.all(Benzinga, {
  firms: Route.synthetic(),
})
