import * as Effect from "effect/Effect"

declare const setImmediate: ((callback: () => void) => unknown) | undefined

/**
 * Lets the event loop turn. A request that was just forked leaves only when it does, and decoding a page holds it for many milliseconds. This is no
 * waiting in time, so it goes by the runtime's own turn and not by `Clock`: under a test clock it passes at once.
 */
export const turn: Effect.Effect<void> = Effect.async((resume) => {
  const onward = () => resume(Effect.void)
  // A timer of Node takes at least a millisecond.
  if (typeof setImmediate === "function") setImmediate(onward)
  else setTimeout(onward, 0)
})
