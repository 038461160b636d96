import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** Measures the time of an attempt, except while a request of it waits to be sent: the first request, or one that follows a redirect. */
export class Stopwatch {
  private readonly running = Effect.unsafeMakeLatch(false)
  /** The time of the last start, if it runs, and the time measured before it; in milliseconds. */
  private since: number | undefined
  private measured = 0

  stop(now: number): void {
    this.measured += now - (this.since ?? now)
    this.since = undefined
    this.running.unsafeClose()
  }

  start(now: number): void {
    this.since = now
    this.running.unsafeOpen()
  }

  /** Waits until the measured time reaches `limit`. */
  measures(limit: Duration.Duration): Effect.Effect<void> {
    return this.running.await.pipe(
      Effect.zipRight(Clock.currentTimeMillis),
      Effect.flatMap((now) => {
        const left = Duration.toMillis(limit) - this.measured - (now - (this.since ?? now))
        return left > 0 ? Effect.zipRight(Effect.sleep(left), this.measures(limit)) : Effect.void
      }),
    )
  }
}
