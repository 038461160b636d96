import * as Effect from "effect/Effect"

/**
 * Runs the first steps of an effect in one go. Between two steps a fiber may yield to others, and be interrupted there; but one that has just yielded does not
 * yield again before it has made some 2,000 steps.
 */
export const inOneGo = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.zipRight(Effect.yieldNow(), effect)
