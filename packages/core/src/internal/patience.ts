import * as Effect from "effect/Effect"
import { enforced } from "./TimeLimit.js"
import { inOneGo } from "./inOneGo.js"

/**
 * Waits for an operation of a store, for a limited number of milliseconds, and can be interrupted
 * at once. An uninterruptible operation runs to its end in the background, so that no value is left
 * partially written. The limit also holds in an uninterruptible region, for example in a finalizer.
 */
// protects: The time limit of a cache or of checkpoints holds in a region that cannot be interrupted.
// mutant: "a store of a cache or of checkpoints that hangs": enforced → ((race) => race)
export const waitFor = <A, E, E2>(
  operation: Effect.Effect<A, E>,
  milliseconds: number,
  late: () => E2,
): Effect.Effect<A, E | E2> =>
  milliseconds === Infinity
    ? Effect.disconnect(operation)
    : enforced(inOneGo(Effect.timeoutFail(Effect.disconnect(operation), { duration: milliseconds, onTimeout: late })))
