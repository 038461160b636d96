import { Snapshots } from "@candela/snapshots"
import { Effect } from "effect"
import type { Calls } from "./Calls.js"

/** A call of each method of `Snapshots`. */
export const snapshots = Effect.map(Snapshots, (snapshots): Calls<Snapshots.Service> => ({
  list: snapshots.list({ "ticker.any_of": ["AAPL", "C:EURUSD", "I:SPX", "X:BTCUSD"], limit: 4 }),
  get: snapshots.get("AAPL"),
}))
