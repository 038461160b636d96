/**
 * Every route of the sandbox.
 *
 * @module
 */
import type * as Route from "./Route.js"
import type { Store } from "./Store.js"
import * as Alternative from "./routes/alternative.js"
import * as Crypto from "./routes/crypto.js"
import * as Economy from "./routes/economy.js"
import * as Forex from "./routes/forex.js"
import * as Futures from "./routes/futures.js"
import * as Reference from "./routes/reference.js"
import * as Snapshots from "./routes/snapshots.js"
import * as Stocks from "./routes/stocks.js"

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
