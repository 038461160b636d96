import { Effect } from "effect"
import { turn } from "./turns.js"

/**
 * Waits until something holds that comes by turns of the event loop, and not by the clock: what
 * streams do between their pages.
 */
export const eventually = <R>(condition: Effect.Effect<boolean, never, R>): Effect.Effect<void, never, R> =>
  Effect.asVoid(Effect.repeat(Effect.zipRight(turn, condition), { until: (holds) => holds }))

/** Time enough for what must not happen. */
export const settle: Effect.Effect<void> = Effect.repeatN(turn, 20)
