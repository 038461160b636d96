import * as Effect from "effect/Effect"

declare const setImmediate: ((callback: () => void) => unknown) | undefined

/** Calls a function in the next turn of the event loop. */
export const later = (call: () => void): void => {
  // In Node a timer takes at least a millisecond.
  if (typeof setImmediate === "function") setImmediate(call)
  else setTimeout(call, 0)
}

/**
 * Waits for a turn of the event loop. A forked request is sent only then, and decoding a page
 * blocks the event loop for many milliseconds. It does not use `Clock`, because it does not wait
 * for time to pass: under a test clock it completes at once.
 */
export const turn: Effect.Effect<void> = Effect.async((resume) => later(() => resume(Effect.void)))
