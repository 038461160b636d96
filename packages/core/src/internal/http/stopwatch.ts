import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** Measures the time of an attempt, without the time in which a request of it waits to leave: the first one, or one that follows a redirect. */
export class Stopwatch {
  private readonly running = Effect.unsafeMakeLatch(false)
  /** When it was started, if it runs, and what it had measured until then; in milliseconds. */
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

  /** Waits until it has measured `limit`. */
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
