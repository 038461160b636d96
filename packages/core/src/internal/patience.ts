import * as Effect from "effect/Effect"
import { inOneGo } from "./inOneGo.js"

/**
 * Waits for an operation of a store, for a limited number of milliseconds, and can be interrupted at once. An uninterruptible operation runs to its end in the
 * background, so that no value is left partially written.
 */
export const waitFor = <A, E, E2>(
  operation: Effect.Effect<A, E>,
  milliseconds: number,
  late: () => E2,
): Effect.Effect<A, E | E2> =>
  milliseconds === Infinity
    ? Effect.disconnect(operation)
    : inOneGo(Effect.timeoutFail(Effect.disconnect(operation), { duration: milliseconds, onTimeout: late }))
