/** A clock that a test moves. `TestClock` waits for real milliseconds at each move, which two weeks of moves repay. */
import { turn } from "@candela/support/turns"
import { Clock, Duration, Effect } from "effect"

interface Sleep {
  readonly at: number
  readonly wake: () => void
}

/** Makes a clock, and how to move it: sleeps end in their order, and the event loop has turns after each. */
export const steppedClock = (start: number) => {
  let now = start
  const sleeps = new Set<Sleep>()
  const clock: Clock.Clock = {
    ...Clock.make(),
    unsafeCurrentTimeMillis: () => now,
    unsafeCurrentTimeNanos: () => BigInt(now) * 1_000_000n,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n),
    sleep: (duration) =>
      Effect.async((resume) => {
        const sleep = { at: now + Duration.toMillis(duration), wake: () => resume(Effect.void) }
        sleeps.add(sleep)
        return Effect.sync(() => void sleeps.delete(sleep))
      }),
  }
  const turns = Effect.repeatN(turn, 3)
  const advance = (to: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      const next = [...sleeps].filter(({ at }) => at <= to).sort((one, other) => one.at - other.at)[0]
      now = Math.max(now, next?.at ?? to)
      if (next === undefined) return turns
      sleeps.delete(next)
      next.wake()
      return Effect.zipRight(turns, advance(to))
    })
  return { clock, advance, now: () => now }
}
