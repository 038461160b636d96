/** Every route of the sandbox. `./scripts/generate` writes it. @module */
import type { Store } from "../store/Store.js"
import * as Stocks from "./stocks.js"
import * as Forex from "./forex.js"
import * as Crypto from "./crypto.js"
import * as Reference from "./reference.js"
import * as Snapshots from "./snapshots.js"
import * as Futures from "./futures.js"
import * as Economy from "./economy.js"
import * as Alternative from "./alternative.js"
import * as Benzinga from "./benzinga.js"
import * as Etfglobal from "./etfglobal.js"
import * as Filings from "./filings.js"
import * as Indices from "./indices.js"
import * as Options from "./options.js"
import * as Tmx from "./tmx.js"
import type * as Route from "./Route.js"

/**
 * Every route, in the order of the specification. Where no market knows a ticker's prefix, the first
 * route of the path refuses it: that of stocks.
 */
export const all: ReadonlyArray<Route.Route<Store>> = [
  ...Stocks.routes,
  ...Forex.routes,
  ...Crypto.routes,
  ...Reference.routes,
  ...Snapshots.routes,
  ...Futures.routes,
  ...Economy.routes,
  ...Alternative.routes,
  ...Benzinga.routes,
  ...Etfglobal.routes,
  ...Filings.routes,
  ...Indices.routes,
  ...Options.routes,
  ...Tmx.routes,
]
