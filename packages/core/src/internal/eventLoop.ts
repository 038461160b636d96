import * as Effect from "effect/Effect"

/**
 * Lets the event loop turn. A request that was just forked leaves only when it does, and decoding a page holds it for many milliseconds. This is no
 * waiting in time, so it goes by the runtime's timer and not by `Clock`: under a test clock it passes at once.
 */
export const turn: Effect.Effect<void> = Effect.async((resume) => {
  const timer = setTimeout(() => resume(Effect.void), 0)
  return Effect.sync(() => clearTimeout(timer))
})
