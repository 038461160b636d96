/**
 * When requests may leave: at most so many in a span of time, and none while the service has asked everyone to wait. One is shared by all
 * fibers of a `MarketData` layer.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as RateLimiter from "effect/RateLimiter"
import type * as Scope from "effect/Scope"

/** How many requests may leave in a span of time. */
export interface Options {
  /** Requests per `interval`. */
  readonly limit: number
  /** The span of time. */
  readonly interval: Duration.DurationInput
}

/** A gate that every request passes. */
export interface RateLimit {
  /** Waits until a request may leave. */
  readonly permit: Effect.Effect<void>
  /** Lets nothing leave for a while: the service answered 429. */
  readonly pause: (wait: Duration.Duration) => Effect.Effect<void>
}

/** A gate without options lets everything pass, until the service asks to wait. A `limit` that is no whole number of at least 1 is a defect. */
export const make = (options: Options | undefined): Effect.Effect<RateLimit, never, Scope.Scope> =>
  Effect.gen(function* () {
    if (options !== undefined && !(Number.isSafeInteger(options.limit) && options.limit >= 1)) {
      return yield* Effect.dieMessage(`rateLimit: limit must be a whole number of at least 1, but is ${options.limit}`)
    }
    const limiter =
      options === undefined ? undefined : yield* RateLimiter.make({ ...options, algorithm: "token-bucket" })
    const turn = limiter === undefined ? Effect.void : limiter(Effect.void)
    let pausedUntil = 0
    const pauseLeft = Effect.map(Clock.currentTimeMillis, (now) => pausedUntil - now)
    // A turn that comes during a pause is given up: else all who got theirs meanwhile would leave in a crowd when it ends.
    const inTurn: Effect.Effect<void> = Effect.gen(function* () {
      do {
        for (let left = yield* pauseLeft; left > 0; left = yield* pauseLeft) yield* Effect.sleep(left)
        yield* turn
      } while ((yield* pauseLeft) > 0)
    })
    return {
      permit: Effect.suspend(() => (limiter === undefined && pausedUntil === 0 ? Effect.void : inTurn)),
      pause: (wait) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          pausedUntil = Math.max(pausedUntil, now + Duration.toMillis(wait))
        }),
    }
  })
