/** Time for durations: a clock that is never set. The wall clock is for dates only. */
import * as Effect from "effect/Effect"

/** Whole milliseconds since a fixed moment. They advance evenly, also when the wall clock is set back. */
// protects: A wall clock that is set back holds up no wait, timeout or deadline.
// mutant: "holds up": Math.floor(Number(clock.unsafeCurrentTimeNanos()) / 1e6 → clock.unsafeCurrentTimeMillis(
export const now: Effect.Effect<number> = /* @__PURE__ */ Effect.clockWith((clock) =>
  // `currentTimeNanos` of the test clock fails on fractions of a nanosecond.
  Effect.sync(() => Math.floor(Number(clock.unsafeCurrentTimeNanos()) / 1e6)),
)
