import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Monotonic from "../monotonic.js"

/**
 * Measures the time of an attempt, except while one of its requests waits to be sent: the first
 * request, or one after a redirect.
 */
export interface Stopwatch {
  readonly stop: (now: number) => void
  readonly start: (now: number) => void
  readonly isRunning: () => boolean
  /** Waits until the measured time reaches `limit`. */
  readonly measures: (limit: Duration.Duration) => Effect.Effect<void>
}

/** Makes a stopped stopwatch. `onStart` is called whenever it starts. */
export const make = (onStart = () => {}): Stopwatch => {
  const running = Effect.unsafeMakeLatch(false)
  /** Time of the last start, if running, and time measured before it, in milliseconds. */
  let since: number | undefined
  let measured = 0
  const until = (now: number) => measured + now - (since ?? now)
  const measures: Stopwatch["measures"] = (limit) =>
    running.await.pipe(
      Effect.zipRight(Monotonic.now),
      Effect.flatMap((now) => {
        const left = Duration.toMillis(limit) - until(now)
        return left > 0 ? Effect.zipRight(Effect.sleep(left), measures(limit)) : Effect.void
      }),
    )
  return {
    stop: (now) => {
      measured = until(now)
      since = undefined
      running.unsafeClose()
    },
    start: (now) => {
      since = now
      running.unsafeOpen()
      onStart()
    },
    isRunning: () => since !== undefined,
    measures,
  }
}
