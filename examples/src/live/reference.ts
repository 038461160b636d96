import { Reference } from "@candela/reference"
import { Effect } from "effect"
import type { Calls } from "./Calls.js"

/** A call of each method of `Reference`. */
export const reference = Effect.map(Reference, (reference): Calls<Reference.Service> => ({
  tickers: reference.tickers({ market: "stocks", search: "apple", limit: 10 }),
  ticker: reference.ticker({ ticker: "AAPL" }),
}))
