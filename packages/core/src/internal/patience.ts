import * as Effect from "effect/Effect"
import { inOneGo } from "./inOneGo.js"

/**
 * Waits for an operation of a store, for so many milliseconds at most, and can be interrupted at once. An uninterruptible operation goes on to its end by itself,
 * so that no value is left half written.
 */
export const waitFor = <A, E, E2>(
  operation: Effect.Effect<A, E>,
  milliseconds: number,
  late: () => E2,
): Effect.Effect<A, E | E2> =>
  milliseconds === Infinity
    ? Effect.disconnect(operation)
    : inOneGo(Effect.timeoutFail(Effect.disconnect(operation), { duration: milliseconds, onTimeout: late }))
