/** The clock of a program that sleeps for minutes, and shall not take them. */
import { Clock, Duration, Effect } from "effect"

/** Sleeps from this length on are leapt over: no answer is waited for as long. */
const long = 30_000

/** The share of a long sleep that is slept. */
const share = 1 / 40

/** Makes a clock of one program, which leaps over most of each long sleep. */
export const make = (): Clock.Clock => {
  const clock = Clock.make()
  let leapt = 0
  const millis = () => clock.unsafeCurrentTimeMillis() + leapt
  const nanos = () => clock.unsafeCurrentTimeNanos() + BigInt(Math.round(leapt * 1e6))
  return {
    ...clock,
    unsafeCurrentTimeMillis: millis,
    unsafeCurrentTimeNanos: nanos,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanos: Effect.sync(nanos),
    sleep: (duration) => {
      const asked = Duration.toMillis(duration)
      if (asked < long || asked === Infinity) return clock.sleep(duration)
      const leap = Effect.sync(() => void (leapt += asked * (1 - share)))
      return Effect.zipRight(clock.sleep(Duration.millis(asked * share)), leap)
    },
  }
}
