/** The routes of @candela/options. @module */
import { Options } from "@candela/options/Options"
import * as Route from "./Route.js"

/** The routes of @candela/options. */
export const routes = Route.all(Options, {
  ema: Route.synthetic(),
  macd: Route.synthetic(),
  previousDayBar: Route.synthetic(),
  rsi: Route.synthetic(),
  sma: Route.synthetic(),
})
