import { Alternative } from "@candela/alternative"
import { Effect } from "effect"
import type { Calls } from "./Calls.js"

/** A call of each method of `Alternative`. */
export const alternative = Effect.map(Alternative, (alternative): Calls<Alternative.Service> => ({
  merchantAggregates: alternative.merchantAggregates({ user_country: "UK", limit: 100 }),
  merchantHierarchy: alternative.merchantHierarchy({ listing_status: "public", limit: 100 }),
}))
