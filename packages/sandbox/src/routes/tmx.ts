/** The routes of @candela/tmx. @module */
import { Tmx } from "@candela/tmx/Tmx"
import * as Route from "./Route.js"

/** The routes of @candela/tmx. */
export const routes = Route.all(Tmx, {
  corporateEvents: Route.synthetic(),
})
