/**
 * Limits on the number of requests per interval and in flight. All fibers and services of a
 * `MarketData` layer share its rate limit.
 *
 * ```ts
 * MarketData.layer({ baseUrl, apiKey, rateLimit: RateLimit.free })
 * const rateLimit = RateLimit.make([{ limit: 5, interval: "1 minute" }, { limit: 1, interval: "1 second" }])
 * MarketData.layer({ baseUrl, apiKey, rateLimit })
 * ```
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import type { Admission } from "./internal/Admission.js"
import type { InvalidOption } from "./InvalidOption.js"
import { timed } from "./internal/timed.js"
import { inSeconds } from "./internal/message.js"
import * as Monotonic from "./internal/monotonic.js"
import * as OptionCheck from "./internal/OptionCheck.js"
import { permitOf, Semaphore, type Restore } from "./internal/Semaphore.js"

/** Number of requests that may be sent per interval. */
export interface Window {
  /** Requests per `interval`. */
  readonly limit: number
  /** Length of the sliding window: no interval of this length has more than `limit` requests. */
  readonly interval: Duration.DurationInput
}

/** Options of a rate limit. */
export interface Options {
  /**
   * Maximum wait of a request for a place. A request that would wait longer is not sent: as soon as that
   * is known, its call fails with `RateLimited`, with the time to the next free place. Default: unlimited.
   */
  readonly maxWait?: Duration.DurationInput | undefined
  /**
   * Addition to each window: requests arrive at the service with varying delays, so that it may see
   * them closer together than they were sent. Default 0; a second for {@link free}.
   */
  readonly margin?: Duration.DurationInput | undefined
  /** Maximum number of requests in flight, from before sending to the last byte of the response. Default: unlimited. */
  readonly maxInFlight?: number | undefined
}

/** Compiler message for a window passed instead of a rate limit. */
interface NotAWindow {
  /** Of a {@link Window}. */
  readonly limit?: "RateLimit.make takes the limit and the interval of a window"
  /** Of a {@link Window}. */
  readonly interval?: unknown
}

/** A rate limit, for `rateLimit` of `MarketData.layer`. */
export interface RateLimit extends NotAWindow {
  /** Opens the rate limit of a layer, with empty windows unless a {@link Store} keeps them. */
  readonly open: Effect.Effect<Limiter, InvalidOption, Scope.Scope>
}

/** Events of a waiting request. */
export interface Waiting {
  /** Waits for the end of a pause. */
  readonly pause: Effect.Effect<void>
  /**
   * Called with the milliseconds until the next place and those of the whole wait until then,
   * whenever they become known. It may end the attempt of a request that must not wait so long.
   */
  readonly onDelay: (milliseconds: number, inAll: number) => Effect.Effect<void>
  /** Called at the end of a wait, with its milliseconds. */
  readonly onWait: (milliseconds: number) => Effect.Effect<void>
}

/** An attempt: a request and those for its redirects. */
export interface Attempt {
  /** Returns the admission of one of its requests. Call its `left` no later than the end of the request. */
  readonly admission: () => Admission
  /** Ends the attempt: call it after the last byte, or after a failure. */
  readonly end: () => void
}

/** Rate limit of one layer: requests pass in order, each when every window has a place for it. */
export interface Limiter {
  /** Longest interval: the pause after a 429 without one. */
  readonly interval: Duration.Duration
  /** Windows in words: `5 per 60 s`. */
  readonly name: string
  /** Maximum wait of a request for a place, in milliseconds. */
  readonly maxWait: number
  /** Lower bound of the wait for a place after `ahead` other requests, in milliseconds from `now`. */
  readonly delay: (now: number, ahead: number) => number
  /** Pause of the {@link Store}. */
  readonly pause: Store.Service["pause"]
  /** Begins an attempt. */
  readonly attempt: (waiting: Waiting) => Attempt
}

/**
 * Store that counts the requests of the windows. By default each layer counts its own, in memory. Provide a store to
 * `MarketData.layer` if several share a limit:
 * {@link layerStoreMemory} in one process; in several processes one operation on a shared database, in one transaction.
 */
export class Store extends Context.Reference<Store>()("@candela/core/RateLimit/Store", {
  defaultValue: (): Store.Service | undefined => undefined,
}) {}

/** Types of the store. */
export declare namespace Store {
  /** A request to count. */
  interface Candidate {
    /** Id of the request, unique among all processes. */
    readonly id: string
    /** Latest time of sending, from now. Zero: it has been sent. */
    readonly within: Duration.Duration
    /** Windows in which it needs a place. */
    readonly windows: ReadonlyArray<{ readonly limit: number; readonly interval: Duration.Duration }>
  }

  /** Permits of requests in flight. */
  interface Permits {
    /**
     * Waits for a permit, and takes it. It is run in a region that cannot be interrupted: wait within
     * `restore`, so that an interruption ends the wait, and comes between no permit and its holder.
     */
    readonly take: (restore: <A, E, R>(wait: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>) => Effect.Effect<void>
    /** Releases a permit. */
    readonly release: () => void
  }

  /** Counts requests. */
  interface Service {
    /**
     * Counts a request, unless a window is full, and returns the time until all windows have a
     * place: zero if the request is counted, otherwise a lower bound, after which it is called
     * again. A request that is already counted is counted anew.
     *
     * A request is counted as sent `within` from now. A window is full when `limit` other requests
     * are, or will be, sent later than `interval` ago; for the delay, future ones count as sent
     * now. `within` is zero in a second call, after the request was sent.
     */
    readonly consume: (request: Store.Candidate) => Effect.Effect<Duration.Duration>
    /**
     * Called after a 429 of the service, with the time for which nothing may be sent. A store with
     * it counts no request in that time, in any process: `consume` returns the remaining time, and
     * is called for rate limits without windows too. Without it only the layer with the 429 pauses.
     */
    readonly pause?: (time: Duration.Duration) => Effect.Effect<void>
    /** Returns the permits of requests in flight for a `maxInFlight`. Without it each layer has its own. */
    readonly inFlight?: (most: number) => Store.Permits
  }
}

/** Time after which a request counts as sent if its client does not report it. */
const latestDeparture = Duration.seconds(1)

/** Milliseconds with fractions: with rounding a request could leave too early. */
const precisely: Effect.Effect<number> = Effect.clockWith((clock) =>
  Effect.sync(() => Number(clock.unsafeCurrentTimeNanos()) / 1e6),
)

/** Counts the requests of one layer. */
const inMemory = (): Pick<Store.Service, "consume"> => {
  /** Times at which requests were, or will be, sent, in ascending order. */
  const all: Array<{ readonly id: string; readonly at: number }> = []
  return {
    consume: ({ id, windows, within }) =>
      Effect.map(precisely, (now) => {
        // A request that is already counted has not been sent, and is among the last.
        const own = all.findLastIndex((one) => one.id === id || one.at <= now)
        if (all[own]?.id === id) all.splice(own, 1)
        const intervals = windows.map(({ interval }) => Duration.toMillis(interval))
        // protects: Each of several windows holds.
        // mutant: "keeps each of several windows": map → slice(0, 1).map
        const delays = windows.map(({ limit }, index) => {
          const { at = -Infinity } = all[all.length - limit] ?? {}
          const interval = intervals[index]!
          // protects: In no window do more than `limit` requests leave.
          // mutant: "lets at most its limit leave in any window": > now → / 2 > now
          return at + interval > now ? Math.min(at, now) + interval - now : 0
        })
        const delay = Math.max(0, ...delays)
        // protects: A request that waits for one window takes no place in another.
        // mutant: "gives back the place of one window": always
        if (delay === 0) {
          const at = now + Duration.toMillis(within)
          const position = all.findLastIndex((one) => one.at <= at) + 1
          all.splice(position, 0, { id, at })
          const longest = Math.max(0, ...intervals)
          const kept = all.findIndex(({ at }) => at + longest > now)
          all.splice(0, kept < 0 ? all.length : kept)
        }
        return Duration.millis(delay)
      }),
  }
}

/** Counts the requests of several layers, and keeps their pauses and their requests in flight. */
const shared = (): Store.Service => {
  const { consume } = inMemory()
  const inFlight = new Map<number, Semaphore>()
  let pausedUntil = 0
  return {
    consume: (candidate) =>
      Effect.flatMap(precisely, (now) => {
        // A request that has been sent is counted in any case.
        // protects: A 429 in one layer pauses all layers that share its rate limit in memory.
        // mutant: "shares windows and pauses between the layers of a process": < pausedUntil → > Infinity
        const isPaused = now < pausedUntil && Duration.toMillis(candidate.within) > 0
        return isPaused ? Effect.succeed(Duration.millis(pausedUntil - now)) : consume(candidate)
      }),
    pause: (time) =>
      Effect.map(precisely, (now) => void (pausedUntil = Math.max(pausedUntil, now + Duration.toMillis(time)))),
    inFlight: (most) => {
      const known = inFlight.get(most) ?? new Semaphore(most)
      // protects: Layers that share a rate limit in memory share its `maxInFlight`.
      // mutant: "shares requests in flight": inFlight.set(most, known) → void known
      inFlight.set(most, known)
      return known
    },
  }
}

/**
 * A store in memory that all layers standing on it share: those of one account with several
 * `MarketData` layers in a process. Their windows count the requests of all, a 429 in one pauses
 * all, and those with the same `maxInFlight` share it.
 *
 * ```ts
 * const connection = (options: MarketData.Settings) =>
 *   MarketData.layer({ baseUrl, apiKey, rateLimit: RateLimit.free, ...options }).pipe(
 *     Layer.provide(RateLimit.layerStoreMemory),
 *   )
 * ```
 */
export const layerStoreMemory: Layer.Layer<never> = /* @__PURE__ */ Layer.sync(Store, shared)

/** Opens the rate limit of a layer. */
const open = (windowsOf: ReadonlyArray<Window>, options: Options): Effect.Effect<Limiter, InvalidOption, Scope.Scope> =>
  Effect.gen(function* () {
    const store: Store.Service = (yield* Store) ?? inMemory()
    const scope = yield* Effect.scope
    const runFork = Runtime.runFork(yield* Effect.runtime())
    const { margin = 0, maxInFlight, maxWait = Infinity } = options
    const most =
      maxInFlight === undefined ? undefined : yield* OptionCheck.count("maxInFlight of RateLimit.make", maxInFlight)
    const inFlight = most === undefined ? undefined : (store.inFlight?.(most) ?? new Semaphore(most))
    const windows = yield* Effect.forEach(windowsOf, ({ interval, limit }) =>
      Effect.map(OptionCheck.count("limit of a window of RateLimit.make", limit), () => ({
        limit,
        interval: Duration.sum(interval, margin),
      })),
    )
    const line = new Semaphore(1)
    const layerId = yield* Random.nextIntBetween(0, Number.MAX_SAFE_INTEGER)
    let requests = 0
    /** Time of the next free place, as far as known. */
    let next = 0

    const delay: Limiter["delay"] = (now, ahead) => {
      if (next <= now) return 0
      const before = Math.max(ahead, line.ahead)
      const intervals = windows.map(({ interval, limit }) => Math.floor(before / limit) * Duration.toMillis(interval))
      return next - now + Math.max(0, ...intervals)
    }

    const admission = ({ onDelay, onWait, pause }: Waiting): Admission => {
      const id = `${layerId}-${++requests}`
      const consume = (within: Duration.Duration) => store.consume({ id, within, windows })
      let takenAt: number | undefined
      let waited = 0
      const count = (milliseconds: number) => Effect.sync(() => void (waited += milliseconds))
      const place = (restore: Restore): Effect.Effect<void> =>
        restore(pause).pipe(
          Effect.zipRight(timed(restore(consume(latestDeparture)), count)),
          Effect.zip(Monotonic.now),
          Effect.flatMap(([free, now]) => {
            const milliseconds = Math.ceil(Duration.toMillis(free))
            if (milliseconds > 0) {
              next = now + milliseconds
              const wait = Effect.zipRight(onDelay(milliseconds, waited + milliseconds), Effect.sleep(milliseconds))
              return restore(timed(wait, count)).pipe(Effect.zipRight(place(restore)))
            }
            takenAt = now
            // A pause may have begun meanwhile: a place kept during it would not count from the time of sending.
            return Effect.flatMap(Effect.zipRight(restore(pause), Monotonic.now), (then) =>
              then > now ? place(restore) : Effect.void,
            )
          }),
        )
      const enter = Effect.uninterruptibleMask((restore) =>
        Effect.ensuring(
          Effect.zipRight(
            timed(line.take(restore), count),
            Effect.ensuring(
              place(restore),
              Effect.sync(() => line.release()),
            ),
          ),
          Effect.suspend(() => (waited > 0 ? onWait(waited) : Effect.void)),
        ),
      )
      // protects: A request counts from when it is sent, not from when it got its place.
      // mutant: "as early as the limit allows": consume(Duration.zero) → Effect.void
      const sent = Effect.flatMap(Monotonic.now, (now) =>
        now - takenAt! < Duration.toMillis(latestDeparture) ? consume(Duration.zero) : Effect.void,
      )
      let isOver = false
      return {
        // Without windows there is nothing to count, but another process may have received a pause.
        // protects: A 429 pauses also those who share a rate limit without windows.
        // mutant: "without windows asks the store for the pauses of others alone": without && store.pause === undefined
        enter: windows.length === 0 && store.pause === undefined ? pause : Effect.zipRight(pause, enter),
        left: () => {
          if (takenAt !== undefined && !isOver && windows.length > 0) runFork(sent, { scope })
          isOver = true
        },
      }
    }

    return {
      interval: windows.reduce((longest, { interval }) => Duration.max(longest, interval), Duration.zero),
      name: windowsOf.map(({ interval, limit }) => `${limit} per ${inSeconds(interval)}`).join(" and "),
      maxWait: Duration.toMillis(maxWait),
      delay,
      pause: store.pause,
      attempt: (waiting) => {
        const flight = inFlight && permitOf(inFlight)
        // protects: No more requests are in flight than `maxInFlight` says.
        // mutant: "lets no more requests fly than it says": ? timed → && !flight ? timed
        const takeOff = flight ? timed(Effect.uninterruptibleMask(flight.take), waiting.onWait) : Effect.void
        return {
          admission: () => {
            const { enter, left } = admission(waiting)
            return { enter: Effect.zipRight(takeOff, enter), left }
          },
          end: () => flight?.release(),
        }
      },
    }
  })

/**
 * Makes a rate limit of one window, or of several that all apply. With a `limit` or `maxInFlight` that is not a whole
 * number of at least 1 the layer fails.
 */
export const make = (window: Window | ReadonlyArray<Window>, options: Options = {}): RateLimit => ({
  open: open([window].flat(), options),
})

/** The limit of the service's free plan: 5 requests a minute, with a margin of a second. */
// protects: No request arrives early by the clock of the service.
// mutant: "RateLimit.free meets no 429": without margin: "1 second"
export const free: RateLimit = /* @__PURE__ */ make({ limit: 5, interval: "1 minute" }, { margin: "1 second" })

/** Limit advised by the service for plans without one: 100 requests a second. */
export const unlimited: RateLimit = /* @__PURE__ */ make({ limit: 100, interval: "1 second" })
