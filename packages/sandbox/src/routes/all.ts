/**
 * Every route of the sandbox.
 *
 * @module
 */
import type * as Route from "../Route.js"
import type { Store } from "../Store.js"
import * as Crypto from "./crypto.js"
import * as Stocks from "./stocks.js"

/** Every route of the sandbox. */
export const all: ReadonlyArray<Route.Route<Store>> = [...Stocks.routes, ...Crypto.routes]
