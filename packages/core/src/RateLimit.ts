/**
 * Limits how many requests are sent per interval, and sends none while the service has asked to wait. All fibers of a `MarketData` layer share one rate limit.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import type * as Scope from "effect/Scope"
import type { Admission } from "./Admission.js"
import { Semaphore } from "./Semaphore.js"

/** How many requests may be sent per interval. */
export interface Options {
  /** Requests per `interval`. */
  readonly limit: number
  /** The length of the sliding window: in no interval of this length are more than `limit` requests sent. */
  readonly interval: Duration.DurationInput
}

/** What a request waits for: a permit of the window, or the end of a pause that the service asked for. */
export type Wait = "permit" | "pause"

/** Called after a wait, with its duration. */
export type OnWait = (wait: Wait, milliseconds: number) => Effect.Effect<void>

/** The rate limit that each request passes. */
export interface RateLimit {
  /** The admission of one request. Call its `left` no later than the end of the request. `onWait` is called for each wait that took time. */
  readonly admission: (onWait: OnWait) => Admission
  /** Sends nothing for a while, because the service answered 429. */
  readonly pause: (wait: Duration.Duration) => Effect.Effect<void>
}

/** A request counts as sent after this time, when its client does not report it. */
const latestDeparture = "1 second"

/** Sleeps for at least the duration by the clock, because timers of the runtime may fire a little early. */
const sleepFully = (duration: Duration.Duration): Effect.Effect<void> =>
  Effect.clockWith((clock) => {
    const end = clock.unsafeCurrentTimeNanos() + BigInt(Math.ceil(Duration.toMillis(duration) * 1e6))
    const sleep: Effect.Effect<void> = Effect.suspend(() => {
      const left = end - clock.unsafeCurrentTimeNanos()
      return left <= 0n ? Effect.void : Effect.zipRight(clock.sleep(Duration.millis(Number(left) / 1e6)), sleep)
    })
    return sleep
  })

/** Calls `tell` with the duration of a wait, unless it took no time. */
const timed = (wait: Effect.Effect<void>, tell: (milliseconds: number) => Effect.Effect<void>): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (start) =>
    Effect.flatMap(Effect.zipRight(wait, Clock.currentTimeMillis), (end) =>
      end > start ? tell(end - start) : Effect.void,
    ),
  )

/** The admission of a request that needs a permit of the sliding window. The permit is free again one interval after the request was sent. */
const windowedAdmission = (
  places: Semaphore,
  interval: Duration.Duration,
  scope: Scope.Scope,
  pausing: Effect.Effect<void>,
  onWait: OnWait,
): Admission => {
  const left = Deferred.unsafeMake<void>(FiberId.none)
  const release = Effect.sync(() => places.release())
  const giveBack = Effect.timeoutOption(Deferred.await(left), latestDeparture).pipe(
    Effect.zipRight(sleepFully(interval)),
    Effect.zipRight(release),
    Effect.interruptible,
    Effect.forkIn(scope),
  )
  const enter = Effect.uninterruptibleMask((restore) =>
    restore(pausing).pipe(
      Effect.zipRight(timed(places.take(restore), (milliseconds) => onWait("permit", milliseconds))),
      // A pause may have begun while it waited for the permit.
      Effect.zipRight(Effect.onInterrupt(restore(pausing), () => release)),
      Effect.zipRight(giveBack),
      Effect.asVoid,
    ),
  )
  return { enter, left: () => Deferred.unsafeDone(left, Effect.void) }
}

/** Without options nothing is limited, but pauses are kept. A `limit` that is not a whole number of at least 1 is a defect. */
export const make = (options: Options | undefined): Effect.Effect<RateLimit, never, Scope.Scope> =>
  Effect.gen(function* () {
    if (options !== undefined && !(Number.isSafeInteger(options.limit) && options.limit >= 1)) {
      return yield* Effect.dieMessage(`rateLimit: limit must be a whole number of at least 1, but is ${options.limit}`)
    }
    const scope = yield* Effect.scope
    const interval = Duration.decode(options?.interval ?? Duration.zero)
    const places = options && new Semaphore(options.limit)
    let pausedUntil = 0
    const pause: Effect.Effect<void> = Effect.suspend(() =>
      pausedUntil === 0
        ? Effect.void
        : Effect.flatMap(Clock.currentTimeMillis, (now) =>
            now < pausedUntil ? Effect.zipRight(Effect.sleep(pausedUntil - now), pause) : Effect.void,
          ),
    )
    return {
      admission: (onWait) => {
        const pausing = timed(pause, (milliseconds) => onWait("pause", milliseconds))
        return places === undefined
          ? { enter: pausing, left: () => {} }
          : windowedAdmission(places, interval, scope, pausing, onWait)
      },
      pause: (wait) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          pausedUntil = Math.max(pausedUntil, now + Duration.toMillis(wait))
        }),
    }
  })
