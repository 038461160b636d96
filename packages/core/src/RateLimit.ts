/**
 * When requests may leave: at most so many in a span of time, and none while the service has asked everyone to wait. One is shared by all
 * fibers of a `MarketData` layer.
 */
import { Clock, Duration, Effect, RateLimiter, type Scope } from "effect"

/** How many requests may leave in a span of time. */
export interface Options {
  /** Requests per `interval`. */
  readonly limit: number
  readonly interval: Duration.DurationInput
}

/** A gate that every request passes. */
export interface RateLimit {
  /** Waits until a request may leave. */
  readonly permit: Effect.Effect<void>
  /** Lets nothing leave for a while: the service answered 429. */
  readonly pause: (wait: Duration.Duration) => Effect.Effect<void>
}

/** A gate without options lets everything pass, until the service asks to wait. */
export const make = (options: Options | undefined): Effect.Effect<RateLimit, never, Scope.Scope> =>
  Effect.gen(function* () {
    const limiter =
      options === undefined ? undefined : yield* RateLimiter.make({ ...options, algorithm: "token-bucket" })
    let pausedUntil = 0
    // A pause may be lengthened while fibers wait for it, so each looks again when it wakes.
    const unpaused: Effect.Effect<void> = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      now >= pausedUntil
        ? Effect.void
        : Effect.zipRight(
            Effect.sleep(pausedUntil - now),
            Effect.suspend(() => unpaused),
          ),
    )
    return {
      permit: limiter === undefined ? unpaused : Effect.zipRight(limiter(Effect.void), unpaused),
      pause: (wait) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          pausedUntil = Math.max(pausedUntil, now + Duration.toMillis(wait))
        }),
    }
  })
