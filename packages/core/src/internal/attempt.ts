/** One attempt of a call, as the modules see it that its request passes. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as GlobalValue from "effect/GlobalValue"
import type { Wait } from "../RateLimit.js"

/** An attempt, whose clock stands still while a request of it waits to leave: the first one, or one that follows a redirect. */
export class Attempt {
  private readonly running = Effect.unsafeMakeLatch(false)
  /** When the clock was started, if it runs, and what it had measured until then; in milliseconds. */
  private since: number | undefined
  private measured = 0

  constructor(
    /** Is told of each wait, in milliseconds. */
    readonly onWait: (wait: Wait | "connection", milliseconds: number) => Effect.Effect<void>,
    /** Runs whenever a request leaves. */
    private readonly onDeparture: Effect.Effect<void>,
  ) {}

  /** Stops the clock: a request begins to wait. */
  readonly waiting: Effect.Effect<void> = Effect.map(Clock.currentTimeMillis, (now) => {
    if (this.since !== undefined) this.measured += now - this.since
    this.since = undefined
    this.running.unsafeClose()
  })

  /** Lets the clock run: the request leaves. */
  readonly departing: Effect.Effect<void> = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    this.since = now
    this.running.unsafeOpen()
    return this.onDeparture
  })

  /** Waits until the clock has measured `limit`. */
  runsFor(limit: Duration.Duration): Effect.Effect<void> {
    return this.running.await.pipe(
      Effect.zipRight(Clock.currentTimeMillis),
      Effect.flatMap((now) => {
        const left = Duration.toMillis(limit) - this.measured - (now - (this.since ?? now))
        return left > 0 ? Effect.zipRight(Effect.sleep(left), this.runsFor(limit)) : Effect.void
      }),
    )
  }
}

/** The attempt whose request a fiber sends. */
export const current: FiberRef.FiberRef<Attempt | undefined> = GlobalValue.globalValue(
  "@candela/core/internal/attempt/current",
  () => FiberRef.unsafeMake<Attempt | undefined>(undefined),
)
