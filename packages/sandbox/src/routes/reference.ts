/**
 * The routes of reference data: the tickers.
 *
 * @module
 */
import { NotFound } from "@candela/core/MarketDataError"
import { Reference } from "@candela/reference/Reference"
import { Effect } from "effect"
import * as Route from "../Route.js"
import type { Store } from "../Store.js"
import { overview } from "../tickers/Overview.js"

const { ticker } = Reference.endpoints

const tickerRoute = Route.of(ticker, (values, { now }) =>
  Effect.flatMap(overview({ ...values, now }), (found) =>
    found === undefined ? new NotFound({ endpoint: ticker.name, detail: "Ticker not found." }) : Effect.succeed(found),
  ),
)

/** The routes of reference data. */
export const routes: ReadonlyArray<Route.Route<Store>> = [tickerRoute]
