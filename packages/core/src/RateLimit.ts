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
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import type { Admission } from "./Admission.js"
import { timed } from "./internal/timed.js"
import { inSeconds } from "./internal/message.js"
import * as Monotonic from "./internal/monotonic.js"
import { Semaphore, type Restore } from "./Semaphore.js"

/** Number of requests that may be sent per interval. */
export interface Window {
  /** Requests per `interval`. */
  readonly limit: number
  /** The length of the sliding window: in no interval of this length are more than `limit` requests sent. */
  readonly interval: Duration.DurationInput
}

/** Which requests may be sent. */
export interface Options {
  /**
   * The longest time that a request waits for a place. One that would wait longer is not sent: as soon as that is known, its call fails with `RateLimited`,
   * which says when the next place is free. Default any time.
   */
  readonly maxWait?: Duration.DurationInput | undefined
  /** Largest number of requests in flight, from before they are sent to the last byte of the response. Default any number. */
  readonly maxInFlight?: number | undefined
}

/** The compiler's answer to a window that stands in place of a rate limit. */
interface NotAWindow {
  /** Of a {@link Window}. */
  readonly limit?: "RateLimit.make takes the limit and the interval of a window"
  /** Of a {@link Window}. */
  readonly interval?: unknown
}

/** A rate limit, for `rateLimit` of `MarketData.layer`. */
export interface RateLimit extends NotAWindow {
  /** Begins the rate limit of a layer. Its windows are empty then, unless a {@link Store} keeps them. */
  readonly open: Effect.Effect<Limiter, never, Scope.Scope>
}

/** Events of a request that waits. */
export interface Waiting {
  /** The end of a pause. */
  readonly pause: Effect.Effect<void>
  /**
   * Called with the milliseconds until the next place, and with those of the whole wait until then, whenever they are learned. A request that is not to wait so
   * long never returns.
   */
  readonly onDelay: (milliseconds: number, inAll: number) => Effect.Effect<void>
  /** Called at the end of a wait, with its milliseconds. */
  readonly onWait: (milliseconds: number) => Effect.Effect<void>
}

/** An attempt: a request, and those that follow its redirects. */
export interface Attempt {
  /** The admission of one of its requests. Call its `left` no later than the end of the request. */
  readonly admission: () => Admission
  /** Call it when the last byte has come, or the attempt has failed. */
  readonly end: () => void
}

/** The rate limit of one layer: requests pass in their order, each when every window has a place for it. */
export interface Limiter {
  /** The longest interval: the pause after a 429 that names none. */
  readonly interval: Duration.Duration
  /** The windows in words: `5 per 60 s`. */
  readonly name: string
  /** The longest time that a request waits for a place, in milliseconds. */
  readonly maxWait: number
  /** Lower bound of the wait for a place after so many other requests, in milliseconds of time from `now`. */
  readonly delay: (now: number, ahead: number) => number
  /** Of the {@link Store}. */
  readonly pause: Store.Service["pause"]
  /** Begins an attempt. */
  readonly attempt: (waiting: Waiting) => Attempt
}

/**
 * Counts the requests of the windows. By default each layer counts its own, in memory. Provide a store to `MarketData.layer` where several processes share a
 * limit: one operation on a database that they all reach, in one transaction.
 */
export class Store extends Context.Reference<Store>()("@candela/core/RateLimit/Store", {
  defaultValue: (): Store.Service | undefined => undefined,
}) {}

/** Types of the store. */
export declare namespace Store {
  /** A request to count. */
  interface Candidate {
    /** Names the request, in all processes. */
    readonly id: string
    /** When it is sent at the latest, from now. Zero: it has been sent. */
    readonly within: Duration.Duration
    /** The windows that need a place for it. */
    readonly windows: ReadonlyArray<{ readonly limit: number; readonly interval: Duration.Duration }>
  }

  /** Counts requests. */
  interface Service {
    /**
     * Counts a request, unless a window is full, and returns how long until all windows have a place: zero if the request is counted, and otherwise a time
     * that is not too long, after which it is asked again. A request that is counted already is counted anew.
     *
     * A request is counted as sent `within` from now. A window is full when `limit` other requests are, or will be, sent later than `interval` ago; for the
     * delay, those that will be sent count as sent now. `within` is zero in a second call, once the request was sent.
     */
    readonly consume: (request: Store.Candidate) => Effect.Effect<Duration.Duration>
    /**
     * Called when the service has answered 429, with the time for which nothing is to be sent. A store that has it counts no request in that time, in any process: `consume` returns
     * what is left of it, and is asked for rate limits without windows too. Without it the layer that got the answer pauses alone.
     */
    readonly pause?: (time: Duration.Duration) => Effect.Effect<void>
  }
}

/** A request counts as sent after this time, when its client does not report it. */
const latestDeparture = Duration.seconds(1)

/** Milliseconds with their fractions: a window that is rounded lets a request leave too early. */
const precisely: Effect.Effect<number> = Effect.clockWith((clock) =>
  Effect.sync(() => Number(clock.unsafeCurrentTimeNanos()) / 1e6),
)

/** Counts the requests of one layer. */
const inMemory = (): Store.Service => {
  /** When requests were, or will be, sent: the earliest first. */
  const all: Array<{ readonly id: string; readonly at: number }> = []
  return {
    consume: ({ id, windows, within }) =>
      Effect.map(precisely, (now) => {
        // A request that is counted already has not been sent, and stands among the last.
        const own = all.findLastIndex((one) => one.id === id || one.at <= now)
        if (all[own]?.id === id) all.splice(own, 1)
        const intervals = windows.map(({ interval }) => Duration.toMillis(interval))
        const delays = windows.map(({ limit }, index) => {
          const { at = -Infinity } = all[all.length - limit] ?? {}
          const interval = intervals[index]!
          return at + interval > now ? Math.min(at, now) + interval - now : 0
        })
        const delay = Math.max(0, ...delays)
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

/** A limit that is a whole number of at least 1, or a defect. */
const checked = (name: string, limit: number): Effect.Effect<number> =>
  Number.isSafeInteger(limit) && limit >= 1
    ? Effect.succeed(limit)
    : Effect.dieMessage(`rateLimit: ${name} must be a whole number of at least 1, but is ${limit}`)

/** Begins the rate limit of a layer. */
const open = (windowsOf: ReadonlyArray<Window>, options: Options): Effect.Effect<Limiter, never, Scope.Scope> =>
  Effect.gen(function* () {
    const store = (yield* Store) ?? inMemory()
    const scope = yield* Effect.scope
    const runFork = Runtime.runFork(yield* Effect.runtime())
    const { maxInFlight, maxWait = Infinity } = options
    const inFlight = maxInFlight === undefined ? undefined : new Semaphore(yield* checked("maxInFlight", maxInFlight))
    const windows = yield* Effect.forEach(windowsOf, ({ interval, limit }) =>
      Effect.map(checked("the limit of a window", limit), () => ({ limit, interval: Duration.decode(interval) })),
    )
    const line = new Semaphore(1)
    const layerId = yield* Random.nextIntBetween(0, Number.MAX_SAFE_INTEGER)
    let requests = 0
    /** When the next place is free, as far as that is known. */
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
            // A pause may have begun meanwhile: a place that is kept during it would not count from when the request is sent.
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
      const sent = Effect.flatMap(Monotonic.now, (now) =>
        now - takenAt! < Duration.toMillis(latestDeparture) ? consume(Duration.zero) : Effect.void,
      )
      let isOver = false
      return {
        // Without windows there is nothing to count, but another process may have been told to pause.
        enter: windows.length === 0 && store.pause === undefined ? pause : Effect.zipRight(pause, enter),
        left: () => {
          if (takenAt !== undefined && !isOver && windows.length > 0) runFork(sent, { scope })
          isOver = true
        },
      }
    }

    return {
      interval: windows.reduce((longest, { interval }) => Duration.max(longest, interval), Duration.zero),
      name: windows.map(({ interval, limit }) => `${limit} per ${inSeconds(interval)}`).join(" and "),
      maxWait: Duration.toMillis(maxWait),
      delay,
      pause: store.pause,
      attempt: (waiting) => {
        let flying = false
        const takeOff = Effect.uninterruptibleMask((restore) =>
          !inFlight || flying ? Effect.void : Effect.map(inFlight.take(restore), () => void (flying = true)),
        )
        return {
          admission: () => {
            const { enter, left } = admission(waiting)
            return { enter: Effect.zipRight(timed(takeOff, waiting.onWait), enter), left }
          },
          end: () => {
            if (inFlight && flying) inFlight.release()
          },
        }
      },
    }
  })

/**
 * A rate limit of one window, or of several that all hold. A `limit` or `maxInFlight` that is not a whole number of at least 1 is a defect of the layer.
 */
export const make = (window: Window | ReadonlyArray<Window>, options: Options = {}): RateLimit => ({
  open: open([window].flat(), options),
})

/** The limit of the service's free plan: 5 requests a minute. */
export const free: RateLimit = /* @__PURE__ */ make({ limit: 5, interval: "1 minute" })

/** Limit that the service advises for plans without one: 100 requests a second. */
export const unlimited: RateLimit = /* @__PURE__ */ make({ limit: 100, interval: "1 second" })
