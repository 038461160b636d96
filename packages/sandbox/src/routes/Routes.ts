/**
 * Every route of the sandbox.
 *
 * @module
 */
import type * as Route from "./Route.js"
import type { Store } from "../store/Store.js"
import * as Alternative from "./alternative.js"
import * as Crypto from "./crypto.js"
import * as Economy from "./economy.js"
import * as Forex from "./forex.js"
import * as Futures from "./futures.js"
import * as Reference from "./reference.js"
import * as Snapshots from "./snapshots.js"
import * as Stocks from "./stocks.js"

/** Every route of the sandbox. Where no market knows a ticker's prefix, the first one refuses it: stocks. */
export const all: ReadonlyArray<Route.Route<Store>> = [
  ...Stocks.routes,
  ...Alternative.routes,
  ...Crypto.routes,
  ...Economy.routes,
  ...Forex.routes,
  ...Futures.routes,
  ...Reference.routes,
  ...Snapshots.routes,
]
