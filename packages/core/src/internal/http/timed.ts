import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Calls `tell` with the duration of a wait in milliseconds, unless it took no time. */
export const timed = (
  wait: Effect.Effect<void>,
  tell: (milliseconds: number) => Effect.Effect<void>,
): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (start) =>
    Effect.flatMap(Effect.zipRight(wait, Clock.currentTimeMillis), (end) =>
      end > start ? tell(end - start) : Effect.void,
    ),
  )
