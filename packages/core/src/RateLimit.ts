/**
 * When requests may leave: at most so many in any span of time of a given length, and none while the service has asked everyone to wait. One is shared by all
 * fibers of a `MarketData` layer.
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

/** How many requests may leave in a span of time. */
export interface Options {
  /** Requests per `interval`. */
  readonly limit: number
  /** The span of time. No span of this length sees more than `limit` requests leave, wherever it begins. */
  readonly interval: Duration.DurationInput
}

/** What a request waits for: a free place in the window, or the end of a pause that the service asked for. */
export type Wait = "permit" | "pause"

/** Is told of a wait and its milliseconds. */
export type OnWait = (wait: Wait, milliseconds: number) => Effect.Effect<void>

/** A gate that every request passes. */
export interface RateLimit {
  /**
   * The admission of one request. Call its `left` when the request has ended, at the latest. `onWait` is told of each wait that took time, in milliseconds.
   */
  readonly admission: (onWait: OnWait) => Admission
  /** Lets nothing leave for a while: the service answered 429. */
  readonly pause: (wait: Duration.Duration) => Effect.Effect<void>
}

/** A request whose client does not tell when it left is taken to have left by then. */
const latestDeparture = "1 second"

/** Sleeps at least so long by the clock: timers of the runtime may end a little early. */
const sleepFully = (duration: Duration.Duration): Effect.Effect<void> =>
  Effect.clockWith((clock) => {
    const end = clock.unsafeCurrentTimeNanos() + BigInt(Math.ceil(Duration.toMillis(duration) * 1e6))
    const sleep: Effect.Effect<void> = Effect.suspend(() => {
      const left = end - clock.unsafeCurrentTimeNanos()
      return left <= 0n ? Effect.void : Effect.zipRight(clock.sleep(Duration.millis(Number(left) / 1e6)), sleep)
    })
    return sleep
  })

/** Tells how many milliseconds a wait took, if it took any. */
const timed = (wait: Effect.Effect<void>, tell: (milliseconds: number) => Effect.Effect<void>): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (start) =>
    Effect.flatMap(Effect.zipRight(wait, Clock.currentTimeMillis), (end) =>
      end > start ? tell(end - start) : Effect.void,
    ),
  )

/** The admission of a request that needs a place in a sliding window. The place is free again an interval after the request has left. */
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
      // A pause may have begun meanwhile.
      Effect.zipRight(Effect.onInterrupt(restore(pausing), () => release)),
      Effect.zipRight(giveBack),
      Effect.asVoid,
    ),
  )
  return { enter, left: () => Deferred.unsafeDone(left, Effect.void) }
}

/** A gate without options lets everything pass, until the service asks to wait. A `limit` that is no whole number of at least 1 is a defect. */
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
