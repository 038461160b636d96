/**
 * Limits how many requests are sent per interval, and sends none while the service has asked to wait. All fibers of a `MarketData` layer share one rate limit.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import type * as Scope from "effect/Scope"
import type { Admission } from "./Admission.js"
import { Semaphore, type Restore } from "./Semaphore.js"

/** How many requests may be sent per interval. */
export interface Window {
  /** Requests per `interval`. */
  readonly limit: number
  /** The length of the sliding window: in no interval of this length are more than `limit` requests sent. */
  readonly interval: Duration.DurationInput
}

/** One window, or several that all hold. */
export type Options = Window | ReadonlyArray<Window>

/** The limit of the service's free plan: 5 requests a minute. */
export const free: Window = { limit: 5, interval: "1 minute" }

/** What the service advises for plans without a limit: fewer than 100 requests a second. */
export const unlimited: Window = { limit: 100, interval: "1 second" }

/** The places of one window: as many requests hold one as the window allows. */
export interface Places {
  /** Waits for a place, in the order of the requests. It runs in an uninterruptible region, and waits with the `restore` of that region. */
  readonly take: (restore: Restore) => Effect.Effect<void>
  /** Frees a place after a time. */
  readonly free: (after: Duration.Duration) => Effect.Effect<void>
}

/**
 * Where the places of the windows are kept: by default in memory, for the fibers of one layer. Provide another store below `MarketData.layer` where several
 * processes share a limit.
 */
export class Store extends Context.Reference<Store>()("@candela/core/RateLimit/Store", {
  defaultValue: (): Store.Service => inMemory,
}) {}

/** Types of the store. */
export declare namespace Store {
  /** Makes the places of windows. */
  interface Service {
    /** The places of one window, for as long as the scope is open. */
    readonly places: (window: Window) => Effect.Effect<Places, never, Scope.Scope>
  }
}

/** What a request waits for: a permit of the window, or the end of a pause that the service asked for. */
export type Wait = "permit" | "pause"

/** Called after a wait, with its duration. */
export type OnWait = (wait: Wait, milliseconds: number) => Effect.Effect<void>

/** The rate limit that each request passes. */
export interface RateLimit {
  /** The admission of one request. Call its `left` no later than the end of the request. `onWait` is called for each wait that took time. */
  readonly admission: (onWait: OnWait) => Admission
  /** Sends nothing for a while, because the service answered 429: for the longest interval of the windows where it does not say for how long. */
  readonly pause: (wait: Duration.Duration | undefined) => Effect.Effect<void>
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

/** A window with a limit in memory. */
const inMemory: Store.Service = {
  places: ({ limit }) =>
    Effect.sync(() => {
      const places = new Semaphore(limit)
      return {
        take: (restore) => places.take(restore),
        free: (after) => Effect.map(sleepFully(after), () => places.release()),
      }
    }),
}

/** The admission of a request that needs a place in each window. A place is free again one interval after the request was sent. */
const windowedAdmission = (
  windows: ReadonlyArray<{ readonly interval: Duration.Duration; readonly places: Places }>,
  scope: Scope.Scope,
  pausing: Effect.Effect<void>,
  onWait: OnWait,
): Admission => {
  const left = Deferred.unsafeMake<void>(FiberId.none)
  const giveBack = Effect.timeoutOption(Deferred.await(left), latestDeparture).pipe(
    Effect.zipRight(
      Effect.forEach(windows, ({ interval, places }) => places.free(interval), {
        concurrency: "unbounded",
        discard: true,
      }),
    ),
    Effect.interruptible,
    Effect.forkIn(scope),
  )
  const enter = Effect.uninterruptibleMask((restore) =>
    restore(pausing).pipe(
      Effect.zipRight(
        windows.reduceRight(
          (rest, { places }) =>
            Effect.zipRight(
              timed(places.take(restore), (milliseconds) => onWait("permit", milliseconds)),
              Effect.onInterrupt(rest, () => places.free(Duration.zero)),
            ),
          // A pause may have begun while it waited for its places.
          restore(pausing),
        ),
      ),
      Effect.zipRight(giveBack),
      Effect.asVoid,
    ),
  )
  return { enter, left: () => Deferred.unsafeDone(left, Effect.void) }
}

/** Without windows nothing is limited, but pauses are kept. A `limit` that is not a whole number of at least 1 is a defect. */
export const make = (options: Options = []): Effect.Effect<RateLimit, never, Scope.Scope> =>
  Effect.gen(function* () {
    const store = yield* Store
    const windows = yield* Effect.forEach([options].flat(), (window) =>
      Number.isSafeInteger(window.limit) && window.limit >= 1
        ? Effect.map(store.places(window), (places) => ({ places, interval: Duration.decode(window.interval) }))
        : Effect.dieMessage(`rateLimit: limit must be a whole number of at least 1, but is ${window.limit}`),
    )
    // The longest first: a request that waits there keeps no place of a shorter window from others.
    windows.sort((one, other) => Duration.toMillis(other.interval) - Duration.toMillis(one.interval))
    const scope = yield* Effect.scope
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
        return windows.length === 0
          ? { enter: pausing, left: () => {} }
          : windowedAdmission(windows, scope, pausing, onWait)
      },
      pause: (wait = windows[0]?.interval ?? Duration.zero) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          pausedUntil = Math.max(pausedUntil, now + Duration.toMillis(wait))
        }),
    }
  })
