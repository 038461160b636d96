import * as Effect from "effect/Effect"
import * as Monotonic from "./monotonic.js"

/**
 * Calls `tell` with the duration of a wait in milliseconds, unless it took no time; also if the wait is interrupted.
 */
export const timed = <A>(
  wait: Effect.Effect<A>,
  tell: (milliseconds: number) => Effect.Effect<void>,
): Effect.Effect<A> =>
  Effect.flatMap(Monotonic.now, (start) =>
    Effect.ensuring(
      wait,
      Effect.flatMap(Monotonic.now, (end) => (end > start ? tell(end - start) : Effect.void)),
    ),
  )
