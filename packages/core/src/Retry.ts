/**
 * Retries: the retryable errors and the retry schedule.
 *
 * After a 429 without `Retry-After` all requests of the layer wait, with the default policy for 1,
 * 8 and then 60 seconds: enough for a plan with a limit per minute.
 *
 * Retried: a lost connection (the first retry of a call without a response is logged as a warning), a
 * truncated body, a timeout, and the statuses 408, 429 and 5xx. Never retried: errors of the caller, a
 * certificate that is not trusted, a complete response that does not decode, and a response that requests a
 * wait of more than two minutes. A page is retried as a whole, so a stream neither drops nor repeats rows.
 *
 * @module
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import { inSeconds, untrusted } from "./internal/message.js"
import * as Monotonic from "./internal/monotonic.js"
import type { MarketDataError } from "./MarketDataError.js"

/**
 * When to retry: a schedule whose input is the error. Set it for a layer, a call or a stream, each by its option
 * `retry`.
 */
export type Policy = Schedule.Schedule<unknown, MarketDataError>

/** Bounds on the retries of a layer, so that a failing service does not get even more requests. */
export interface BudgetOptions {
  /** Retries earned per call. Default 0.2: retries are at most a fifth of all calls, besides the reserve. */
  readonly share?: number
  /** Maximum number of saved retries, also the initial number. Default 10. `Infinity` disables the budget. */
  readonly reserve?: number
}

/** Remaining retries of a layer. */
export interface Budget {
  /** Counts a call. */
  readonly earn: () => void
  /** Takes a retry if one is left. */
  readonly spend: () => boolean
}

/** Makes a full budget. */
export const budget = ({ reserve = 10, share = 0.2 }: BudgetOptions = {}): Budget => {
  let left = reserve
  return {
    earn: () => void (left = Math.min(reserve, left + share)),
    // A sum of shares may be slightly below its exact value.
    // protects: Retries are a bounded share of the calls.
    // mutant: "ends the retries of a service that fails": left > 0.999 && left-- > 0 → true
    spend: () => left > 0.999 && left-- > 0,
  }
}

/** Retry policy and budget of a call. */
export interface Limits {
  /** Retry budget of the layer. */
  readonly budget: Budget
  /**
   * Deadline of the call, in milliseconds of a monotonic clock: no attempt begins after it. `Infinity` if it has none.
   */
  readonly until: number
  /** Holds back all requests of the layer, after a 429 without `Retry-After`. */
  readonly pause: (wait: Duration.Duration) => Effect.Effect<void>
}

/** Parameters of the default policy. */
export interface Options {
  /** Retries after the first attempt. Default 5. */
  readonly times?: number
  /** First delay. Default 250 milliseconds. */
  readonly base?: Duration.DurationInput
  /** Growth factor of the delays. Default 2. */
  readonly factor?: number
  /** Maximum delay. Default 10 seconds. */
  readonly cap?: Duration.DurationInput
  /**
   * Maximum delay after a 429 without `Retry-After`. These delays are longer: 1, 8 and then 60
   * seconds by default (`base` times `factor` to the power of 2, 5, 8), because the service may
   * count requests per minute. Default: a minute, or `cap` if that is set.
   */
  readonly rateLimitedCap?: Duration.DurationInput
  /** Whether delays vary at random by up to 20%, so that clients do not retry at the same time. Default true. */
  readonly jitter?: boolean
}

/** Maximum `Retry-After` that a retry waits for. */
export const longestWait: Duration.Duration = Duration.minutes(2)

/** Whether a retry waits as long as requested by the service. */
export const isBearable = (wait: Duration.Duration): boolean => Duration.lessThanOrEqualTo(wait, longestWait)

/** Returns the wait requested by the service with this error. */
export const retryAfter = (error: MarketDataError): Duration.Duration | undefined =>
  error._tag === "RateLimited" || error._tag === "ServiceError" ? error.retryAfter : undefined

/** Whether a retry can help. No policy retries other errors. */
export const isRetryable = (error: MarketDataError): boolean => {
  const wait = retryAfter(error)
  if (wait !== undefined && !isBearable(wait)) return false
  switch (error._tag) {
    case "RateLimited":
      return error.status !== undefined
    case "TimeoutError":
      return error.reason === undefined
    case "TransportError":
      // protects: What a cut connection or a truncated body left open is requested again.
      // mutant: "a document is retried wherever it is cut": without || error.reason === "CutBody"
      // protects: A certificate that is not trusted fails at once.
      // mutant: "if a certificate is not trusted": (error.reason === "Connection" && !untrusted.test(error.detail)) →
      // error.reason === "Connection"
      return (error.reason === "Connection" && !untrusted.test(error.detail)) || error.reason === "CutBody"
    case "ServiceError":
      // A page with status 200 may come from a proxy that is being restarted.
      return (
        error.status !== undefined &&
        ([408, 429].includes(error.status) || error.status >= 500 || (error.foreign === true && error.status < 300))
      )
    default:
      // protects: What the caller did wrong is not retried.
      // mutant: "what is tried again": false → true
      return false
  }
}

/** Whether it is a 429 that does not say how long to wait. */
const isUnannounced = (error: MarketDataError): boolean =>
  error._tag === "RateLimited" && error.status !== undefined && error.retryAfter === undefined

/**
 * Whether a retry rarely helps: nothing listens on this computer, the host is unknown, it speaks no
 * TLS, or a page of something else has the status 200.
 */
// protects: Where nothing listens on this computer, a call gives up after one retry.
// mutant: "is named, and asked twice": "ECONNREFUSED" → ""
const isUnlikelyToHeal = (error: MarketDataError): boolean =>
  error._tag === "TransportError"
    ? /^(ENOTFOUND|EPROTO|ERR_SSL_)/.test(error.detail) ||
      (error.detail === "ECONNREFUSED" && /\/\/(localhost|127\.|\[::1\])/.test(error.origin ?? ""))
    : error._tag === "ServiceError" && error.foreign === true

/**
 * A policy with exponential delays, a cap and jitter. It retries once what is unlikely to heal: nothing
 * listens on this computer, an unknown host, a host without TLS, a page that is not the service's.
 */
export const make = (options: Options = {}): Policy => {
  const { factor = 2, jitter = true, times = 5 } = options
  const base = Duration.toMillis(options.base ?? "250 millis")
  const cap = Duration.toMillis(options.cap ?? "10 seconds")
  // protects: The default policy waits long enough for a plan with a limit per minute.
  // mutant: "gets through a stream of 30 pages": "1 minute" → "10 seconds"
  const rateLimitedCap = Duration.toMillis(options.rateLimitedCap ?? options.cap ?? "1 minute")
  const unlikely = Schedule.reduce(Schedule.identity<MarketDataError>(), 0, (count, error) =>
    isUnlikelyToHeal(error) ? count + 1 : count,
  )
  // The output is the count without this error.
  // protects: What is unlikely to heal is retried once.
  // mutant: "is tried once more: an unknown host": === → >=
  const once = Schedule.check(unlikely, (error, before) => before === 0 || !isUnlikelyToHeal(error))
  const retries = Schedule.zipLeft(Schedule.recurs(times), once)
  const delays = Schedule.intersect(retries, Schedule.identity<MarketDataError>())
  return Schedule.addDelayEffect(delays, ([retries, error]) =>
    Effect.map(jitter ? Random.nextRange(0.8, 1.2) : Effect.succeed(1), (share) =>
      isUnannounced(error)
        ? Math.min(share * base * factor ** (3 * retries + 2), rateLimitedCap)
        : Math.min(share * base * factor ** retries, cap),
    ),
  )
}

/**
 * The default policy: 5 retries, after 250 ms, 500 ms, 1 s, 2 s and 4 s, each varied by up to 20%;
 * after a 429 without `Retry-After`, after 1 s, 8 s and three times 60 s.
 */
export const standard: Policy = make()

/** No retries. */
export const none: Policy = Schedule.stop

/** Adds to an error that the policy would have retried the reason why the client did not. */
const notRetried = (error: MarketDataError, why: string): MarketDataError =>
  new (error.constructor as new (fields: object) => MarketDataError)({ ...error, notRetried: why })

/** Whether it is a 429. Its pause holds back all requests of the layer, so that its retries need no budget. */
const isRateLimited = (error: MarketDataError): boolean => error._tag === "RateLimited"

/** Shortest wait after a 429 without `Retry-After` that is logged as a warning. */
const notable = Duration.seconds(10)

/** Such waits are logged as warnings: nobody should wait for seconds without notice if there is no service. */
const isLost = (error: MarketDataError): boolean => error._tag === "TransportError" && error.reason === "Connection"

/** Retries an attempt with a policy: no sooner than requested by the service, and within the limits. */
export const retry =
  (policy: Policy, { budget, pause, until }: Limits) =>
  <A, R>(attempt: Effect.Effect<A, MarketDataError, R>): Effect.Effect<A, MarketDataError, R> =>
    Effect.suspend(() => {
      let retries = 0
      let refusal: string | undefined
      const schedule = Schedule.passthrough(policy).pipe(
        Schedule.modifyDelayEffect((error, own) =>
          Effect.gen(function* () {
            const delay = Duration.max(own, retryAfter(error) ?? 0)
            // protects: No retry begins after the deadline.
            // mutant: "begins no retry after it": never
            // protects: A plan with a limit per minute does not use up the retry budget.
            // mutant: "gets through a stream of 30 pages": without isRateLimited(error) && !
            if ((yield* Monotonic.now) + Duration.toMillis(delay) >= until) refusal = "the deadline comes first"
            else if (!isRateLimited(error) && !budget.spend()) refusal = "too many requests fail (retryBudget)"
            else {
              if (isUnannounced(error)) yield* pause(delay)
              const isLong = isUnannounced(error) && Duration.greaterThanOrEqualTo(delay, notable)
              // protects: A call that gets no response says so at its first retry.
              // mutant: "is logged as a warning at the first retry": without (retries++ === 0 && isLost(error)) ||
              const log = (retries++ === 0 && isLost(error)) || isLong ? Effect.logWarning : Effect.logDebug
              yield* log(`${error.message} Retrying in ${inSeconds(delay)}.`)
            }
            return delay
          }),
        ),
        Schedule.whileOutput(() => refusal === undefined),
      )
      return Effect.mapError(Effect.retry(attempt, { schedule, while: isRetryable }), (error) =>
        refusal === undefined ? error : notRetried(error, refusal),
      )
    })
