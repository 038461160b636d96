import { Clock, Duration, Effect } from "effect"

/**
 * A clock that starts at 0 and leaps to the end of each sleep at once: for what runs in one fiber,
 * and is run very often.
 */
export const leapingClock = (): Clock.Clock => {
  let now = 0
  const nanos = () => BigInt(Math.round(now * 1e6))
  return {
    ...Clock.make(),
    unsafeCurrentTimeMillis: () => now,
    unsafeCurrentTimeNanos: nanos,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanos: Effect.sync(nanos),
    sleep: (duration) =>
      Effect.sync(() => {
        now += Duration.toMillis(duration)
      }),
  }
}
