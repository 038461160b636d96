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
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"

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

/** A rate limit, for `rateLimit` of `MarketData.layer`. */
export interface RateLimit extends Options {
  /** The windows, which all hold. They are empty when the layer begins, unless a {@link Store} keeps them. */
  readonly windows: ReadonlyArray<Window>
}

/**
 * A rate limit of one window, or of several that all hold. A `limit` or `maxInFlight` that is not a whole number of at least 1 is a defect of the layer.
 */
export const make = (window: Window | ReadonlyArray<Window>, options: Options = {}): RateLimit => ({
  ...options,
  windows: [window].flat(),
})

/** The limit of the service's free plan: 5 requests a minute. */
export const free: RateLimit = /* @__PURE__ */ make({ limit: 5, interval: "1 minute" })

/** What the service advises for plans without a limit: at most 100 requests a second. */
export const unlimited: RateLimit = /* @__PURE__ */ make({ limit: 100, interval: "1 second" })

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
  interface Request {
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
    readonly consume: (request: Store.Request) => Effect.Effect<Duration.Duration>
  }
}
