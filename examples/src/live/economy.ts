import { Economy } from "@candela/economy"
import { Effect } from "effect"
import type { Calls } from "./Calls.js"

/** A call of each method of `Economy`. */
export const economy = Effect.map(Economy, (economy): Calls<Economy.Service> => ({
  inflation: economy.inflation({ sort: "date.desc", limit: 12 }),
  fundingConditions: economy.fundingConditions({ "date.gte": "2024-01-01", limit: 100 }),
}))
