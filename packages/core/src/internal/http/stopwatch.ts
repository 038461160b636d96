import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** Measures the time of an attempt, except while a request of it waits to be sent: the first request, or one that follows a redirect. */
export interface Stopwatch {
  readonly stop: (now: number) => void
  readonly start: (now: number) => void
  /** Waits until the measured time reaches `limit`. */
  readonly measures: (limit: Duration.Duration) => Effect.Effect<void>
}

/** A stopwatch that does not run yet. */
export const make = (): Stopwatch => {
  const running = Effect.unsafeMakeLatch(false)
  /** The time of the last start, if it runs, and the time measured before it; in milliseconds. */
  let since: number | undefined
  let measured = 0
  const until = (now: number) => measured + now - (since ?? now)
  const measures = (limit: Duration.Duration): Effect.Effect<void> =>
    running.await.pipe(
      Effect.zipRight(Clock.currentTimeMillis),
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
    },
    measures,
  }
}
