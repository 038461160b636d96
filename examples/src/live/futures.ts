import { Futures } from "@candela/futures"
import { Effect } from "effect"
import type { Calls } from "./Calls.js"

/** A call of each method of `Futures`. */
export const futures = Effect.map(Futures, (futures): Calls<Futures.Service> => ({
  products: futures.products({ "asset_class.any_of": ["financials", "commodity"] }),
  contracts: futures.contracts({ product_code: "ES", active: true }),
  bars: futures.bars({ ticker: "ESU5", resolution: "1hour", "window_start.gte": "2025-06-26", limit: 100 }),
}))
