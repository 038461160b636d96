/**
 * Present of the service: with `--sandbox` the end of its data, else the current time.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Settings } from "./Settings.js"

const shifted = (clock: Clock.Clock, milliseconds: number): Clock.Clock => {
  const now = () => clock.unsafeCurrentTimeMillis() + milliseconds
  return {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: now,
    unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos() + BigInt(milliseconds) * 1_000_000n,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanos: Effect.map(clock.currentTimeNanos, (nanos) => nanos + BigInt(milliseconds) * 1_000_000n),
    sleep: (duration) => clock.sleep(duration),
  }
}

/** Runs an effect with a clock that begins at an instant, epoch milliseconds. */
export const at =
  (instant: number) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.clockWith((clock) => Effect.withClock(self, shifted(clock, instant - clock.unsafeCurrentTimeMillis())))

/** Runs an effect with a clock that begins at the present of the service. */
export const live = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    if (!(yield* Settings).sandbox) return yield* self
    const { defaultNow } = yield* Effect.promise(() => import("@candela/sandbox/dataset/Dataset"))
    return yield* at(defaultNow)(self)
  })
