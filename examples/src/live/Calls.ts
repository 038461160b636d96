import type { MarketDataError } from "@candela/core"
import type { Effect } from "effect"

/** One call for each method of a service: a method without one does not compile. */
export type Calls<Service> = Record<keyof Service, Effect.Effect<unknown, MarketDataError>>
