/**
 * Every route of the sandbox.
 *
 * @module
 */
import type * as Route from "./Route.js"
import type { Store } from "./Store.js"
import * as Crypto from "./routes/crypto.js"
import * as Forex from "./routes/forex.js"
import * as Reference from "./routes/reference.js"
import * as Stocks from "./routes/stocks.js"

/** Every route of the sandbox. */
export const all: ReadonlyArray<Route.Route<Store>> = [
  ...Crypto.routes,
  ...Forex.routes,
  ...Reference.routes,
  ...Stocks.routes,
]
