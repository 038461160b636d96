import { Forex } from "@candela/forex"
import { Effect } from "effect"
import type { Calls } from "./Calls.js"

const ticker = "C:EURUSD"

/** A call of each method of `Forex`. */
export const forex = Effect.map(Forex, (forex): Calls<Forex.Service> => ({
  conversion: forex.conversion({ from: "EUR", to: "USD", amount: 100, precision: 4 }),
  movers: forex.movers({ direction: "gainers" }),
  quotes: forex.quotes({ fxTicker: ticker, "timestamp.gte": "2025-06-27", order: "asc", limit: 100 }),
  snapshot: forex.snapshot({ ticker }),
  snapshots: forex.snapshots({ tickers: [ticker, "C:USDJPY"] }),
}))
