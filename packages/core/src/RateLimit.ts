/**
 * Limits how many requests are sent per interval, and how many are in flight at a time. All fibers and services of a `MarketData` layer share its rate limit.
 *
 * ```ts
 * MarketData.layer({ baseUrl, apiKey, rateLimit: RateLimit.free })
 * MarketData.layer({ baseUrl, apiKey, rateLimit: RateLimit.make([{ limit: 5, interval: "1 minute" }, { limit: 1, interval: "1 second" }]) })
 * ```
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import type * as Scope from "effect/Scope"
import type { Admission } from "./Admission.js"
import { inSeconds } from "./internal/message.js"
import * as Monotonic from "./internal/monotonic.js"
import { timed } from "./internal/http/timed.js"
import { Semaphore, type Restore } from "./Semaphore.js"

/** How many requests may be sent per interval. */
export interface Window {
  /** Requests per `interval`. */
  readonly limit: number
  /** The length of the sliding window: in no interval of this length are more than `limit` requests sent. */
  readonly interval: Duration.DurationInput
}

/** Which requests may be sent. */
export interface Options {
  /**
   * The longest time that a request waits for a place. One that would wait longer is not sent: its call fails at once with `RateLimited`, which says when the
   * next place is free. Default any time.
   */
  readonly maxWait?: Duration.DurationInput | undefined
  /** How many requests may be in flight at a time: from before they are sent to the last byte of the response. Default any number. */
  readonly maxInFlight?: number | undefined
}

/** A rate limit, for `rateLimit` of `MarketData.layer`. Its windows are empty when the layer begins. */
export interface RateLimit {
  /** Begins the rate limit of a layer. */
  readonly open: Effect.Effect<Limiter, never, Scope.Scope>
  /** Nothing: a window goes to {@link make}. */
  readonly limit?: "RateLimit.make({ limit, interval })"
  /** Nothing: a window goes to {@link make}. */
  readonly interval?: "RateLimit.make({ limit, interval })"
}

/** The rate limit of one layer. */
export interface Limiter {
  /** The longest interval: the pause after a 429 that names none. */
  readonly interval: Duration.Duration
  /** The windows in words: `5 per 60 s`. */
  readonly name: string
  /** The longest time that a request waits for a place, in milliseconds. */
  readonly maxWait: number
  /** How long a request waits for a place at least, in milliseconds, that comes after so many others. */
  readonly delay: (ahead: number) => Effect.Effect<number>
  /** Begins an attempt: its requests wait for `pausing`, too. `onWait` is called with the milliseconds of each wait for a place. */
  readonly attempt: (pausing: Effect.Effect<void>, onWait: (milliseconds: number) => Effect.Effect<void>) => Attempt
}

/** An attempt: a request, and those that follow its redirects. */
export interface Attempt {
  /** The admission of one of its requests. Call its `left` no later than the end of the request. */
  readonly admission: () => Admission
  /** Call it when the last byte has come, or the attempt has failed. */
  readonly end: () => void
}

/** The places of one window: as many requests hold one as the window allows. */
export interface Places {
  /** Waits for a place, in the order of the requests. It runs in an uninterruptible region, and waits with the `restore` of that region. */
  readonly take: (restore: Restore) => Effect.Effect<void>
  /** Frees a place after a time. */
  readonly free: (after: Duration.Duration) => Effect.Effect<void>
  /**
   * How long a request waits at least, in milliseconds, that comes after so many others, and after all that wait here; absent where the store does not know.
   * Calls whose deadline comes first are not sent.
   */
  readonly delay?: (ahead: number) => Effect.Effect<number>
}

/**
 * Where the places of the windows are kept: by default in memory, for the fibers of one layer. Provide another store to `MarketData.layer` where several
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

/** Places, and when those that are taken will be free. */
class PlacesInMemory extends Semaphore implements Places {
  /** When the places of requests that have left are free again, the first one first. */
  private readonly releases: Array<number> = []

  constructor(
    private readonly limit: number,
    private readonly interval: number,
  ) {
    super(limit)
  }

  readonly free = (after: Duration.Duration): Effect.Effect<void> =>
    Effect.flatMap(Monotonic.now, (now) => {
      const at = now + Duration.toMillis(after)
      this.releases.push(at)
      return Effect.ensuring(
        Effect.map(sleepFully(after), () => this.release()),
        Effect.sync(() => this.releases.splice(this.releases.indexOf(at), 1)),
      )
    })

  readonly delay = (ahead: number): Effect.Effect<number> =>
    Effect.map(Monotonic.now, (now) => {
      const taken = Math.max(ahead, this.waiting.size) - this.permits
      if (taken < 0) return 0
      // The place of a request that has not left yet is free one interval from now at the earliest, and so is one that was taken again.
      const first = this.releases[taken % this.limit] ?? now + this.interval
      return first + Math.floor(taken / this.limit) * this.interval - now
    })
}

/** The places of a window in memory. */
const inMemory: Store.Service = {
  places: ({ interval, limit }) => Effect.sync(() => new PlacesInMemory(limit, Duration.toMillis(interval))),
}

type Taken = { readonly places: Places; readonly interval: Duration.Duration }

/** The admission of a request that needs a place in each window. A place is free again one interval after the request was sent. */
const windowed = (
  windows: ReadonlyArray<Taken>,
  scope: Scope.Scope,
  pausing: Effect.Effect<void>,
  onWait: (milliseconds: number) => Effect.Effect<void>,
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
              timed(places.take(restore), onWait),
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

/** A limit that is a whole number of at least 1, or a defect. */
const checked = (name: string, limit: number): Effect.Effect<number> =>
  Number.isSafeInteger(limit) && limit >= 1
    ? Effect.succeed(limit)
    : Effect.dieMessage(`rateLimit: ${name} must be a whole number of at least 1, but is ${limit}`)

/**
 * A rate limit of one window, or of several that all hold. A `limit` or `maxInFlight` that is not a whole number of at least 1 is a defect of the layer.
 */
export const make = (
  window: Window | ReadonlyArray<Window>,
  { maxInFlight, maxWait = Infinity }: Options = {},
): RateLimit => ({
  open: Effect.gen(function* () {
    const store = yield* Store
    const scope = yield* Effect.scope
    const inFlight = maxInFlight === undefined ? undefined : new Semaphore(yield* checked("maxInFlight", maxInFlight))
    const windows = yield* Effect.forEach([window].flat(), (window) =>
      Effect.zipRight(
        checked("the limit of a window", window.limit),
        Effect.map(store.places(window), (places): Taken => ({ places, interval: Duration.decode(window.interval) })),
      ),
    )
    // The longest first: a request that waits there keeps no place of a shorter window from others.
    windows.sort((one, other) => Duration.toMillis(other.interval) - Duration.toMillis(one.interval))
    return {
      interval: windows[0]?.interval ?? Duration.zero,
      name: [window]
        .flat()
        .map(({ interval, limit }) => `${limit} per ${inSeconds(interval)}`)
        .join(" and "),
      maxWait: Duration.toMillis(maxWait),
      delay: (ahead) =>
        Effect.map(Effect.all(windows.map(({ places }) => places.delay?.(ahead) ?? Effect.succeed(0))), (delays) =>
          Math.max(0, ...delays),
        ),
      attempt: (pausing, onWait) => {
        let flying = false
        const takeOff = Effect.uninterruptibleMask((restore) =>
          !inFlight || flying ? Effect.void : Effect.map(inFlight.take(restore), () => void (flying = true)),
        )
        return {
          admission: () => {
            const { enter, left } = windowed(windows, scope, pausing, onWait)
            return { enter: Effect.zipRight(timed(takeOff, onWait), enter), left }
          },
          end: () => {
            if (inFlight && flying) inFlight.release()
          },
        }
      },
    }
  }),
})

/** The limit of the service's free plan: 5 requests a minute. */
export const free: RateLimit = /* @__PURE__ */ make({ limit: 5, interval: "1 minute" })

/** What the service advises for plans without a limit: at most 100 requests a second. */
export const unlimited: RateLimit = /* @__PURE__ */ make({ limit: 100, interval: "1 second" })
