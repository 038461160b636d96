import * as Effect from "effect/Effect"

/**
 * Runs the first steps of an effect without a yield between them, so that it cannot be interrupted there.
 *
 * It relies on two properties of Effect's fibers. A race that is interrupted after it has forked its fibers,
 * and before they start, waits for them forever. And a fiber yields when it has made 2,048 steps
 * (`maxOpsBeforeYield`) since its last yield: one that has just yielded makes that many without yielding again.
 */
// protects: A call that is interrupted at any step ends.
// mutant: "at whichever step": Effect.zipRight(Effect.yieldNow(), effect) → effect
export const inOneGo = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.zipRight(Effect.yieldNow(), effect)
