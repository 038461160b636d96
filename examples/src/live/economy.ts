import { Economy } from "@candela/economy"
import { Effect } from "effect"
import type { Calls } from "./Calls.js"

/** A call of each method of `Economy`. */
export const economy = Effect.map(Economy, (economy): Calls<Economy.Service> => ({
  inflation: economy.inflation({ sort: "date.desc", limit: 12 }),
  inflationExpectations: economy.inflationExpectations({ "date.any_of": ["2024-05-01", "2025-05-01"] }),
  fundingConditions: economy.fundingConditions({ "date.gte": "2024-01-01", limit: 100 }),
}))
