/**
 * What is tried again, and when.
 *
 * Tried again: a lost connection, a cut body, a timeout, and the statuses 408, 429 and 5xx. Never: what the caller did wrong, a whole answer
 * that does not decode, and an answer that asks to wait longer than two minutes. A page is retried as a page, so a stream neither drops nor
 * repeats a row.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Function from "effect/Function"
import * as GlobalValue from "effect/GlobalValue"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Intervals from "effect/ScheduleIntervals"
import { inSeconds } from "./internal/message.js"
import type { MarketDataError } from "./MarketDataError.js"

/** When to try again: a schedule that sees the error. Replace it for a layer (`retry`) or for a call ({@link withPolicy}). */
export type Policy = Schedule.Schedule<unknown, MarketDataError>

/** The parts of the default policy. */
export interface Options {
  /** Retries after the first attempt. Default 5. */
  readonly times?: number
  /** The first delay. Default 250 milliseconds. */
  readonly base?: Duration.DurationInput
  /** By what each delay is longer than the last. Default 2. */
  readonly factor?: number
  /** The longest delay. Default 10 seconds. */
  readonly cap?: Duration.DurationInput
  /** Whether delays vary at random by a fifth up or down, so that clients do not come back all at once. Default true. */
  readonly jitter?: boolean
}

/** The longest `Retry-After` that is waited for. */
export const longestWait: Duration.Duration = Duration.minutes(2)

/** Whether a wait that the service asks for is waited for. */
export const isBearable = (wait: Duration.Duration): boolean =>
  Duration.toMillis(wait) <= Duration.toMillis(longestWait)

/** The wait that the service asked for with this error. */
export const retryAfter = (error: MarketDataError): Duration.Duration | undefined =>
  error._tag === "RateLimited" || error._tag === "ServiceError" ? error.retryAfter : undefined

/** Whether trying again can help. Whatever the policy, nothing is tried again for which it cannot. */
export const isRetryable = (error: MarketDataError): boolean => {
  const wait = retryAfter(error)
  if (wait !== undefined && !isBearable(wait)) return false
  switch (error._tag) {
    case "RateLimited":
    case "TimeoutError":
      return true
    case "TransportError":
      return error.reason === "Connection" || error.reason === "CutBody"
    case "ServiceError":
      return error.status !== undefined && (error.status === 408 || error.status >= 500)
    default:
      return false
  }
}

/** Exponential delays with a cap and jitter, a number of times. */
export const make = (options: Options = {}): Policy => {
  const { factor = 2, jitter = true, times = 5 } = options
  const base = Duration.toMillis(options.base ?? "250 millis")
  const cap = Duration.toMillis(options.cap ?? "10 seconds")
  const exponential = Schedule.addDelay(Schedule.recurs(times), (retries) => base * factor ** retries)
  return Schedule.modifyDelay(jitter ? Schedule.jittered(exponential) : exponential, (_, delay) =>
    Math.min(Duration.toMillis(delay), cap),
  )
}

/** The policy of a layer that names none: 5 retries, after 250 ms, 500 ms, 1 s, 2 s and 4 s, each varied by a fifth. */
export const standard: Policy = make()

/** No retries. */
export const none: Policy = Schedule.stop

const current: FiberRef.FiberRef<Option.Option<Policy>> = GlobalValue.globalValue("@candela/core/Retry/current", () =>
  FiberRef.unsafeMake(Option.none<Policy>()),
)

/** Runs an effect whose calls are retried by another policy than the layer's. */
export const withPolicy: {
  (policy: Policy): <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  <A, E, R>(self: Effect.Effect<A, E, R>, policy: Policy): Effect.Effect<A, E, R>
} = Function.dual(2, <A, E, R>(self: Effect.Effect<A, E, R>, policy: Policy) =>
  Effect.locally(self, current, Option.some(policy)),
)

/** Asks a policy when to make an attempt again after an error, and does so then, never sooner than the service asked for. */
const again = <A, R>(
  policy: Policy,
  attempt: Effect.Effect<A, MarketDataError, R>,
  state: unknown,
  error: MarketDataError,
): Effect.Effect<A, MarketDataError, R> =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const [next, , decision] = yield* policy.step(now, error, state)
    if (decision._tag === "Done") return yield* Effect.fail(error)
    const asked = Duration.toMillis(retryAfter(error) ?? 0)
    const delay = Duration.millis(Math.max(asked, Intervals.start(decision.intervals) - now))
    yield* Effect.logDebug(`${error.message} Trying again in ${inSeconds(delay)}.`)
    yield* Effect.sleep(delay)
    return yield* Effect.catchIf(attempt, isRetryable, (error) => again(policy, attempt, next, error))
  })

/** Retries an attempt by the fiber's policy, or else the layer's. */
export const retry =
  (policy: Policy) =>
  <A, R>(attempt: Effect.Effect<A, MarketDataError, R>): Effect.Effect<A, MarketDataError, R> =>
    Effect.catchIf(attempt, isRetryable, (error) =>
      Effect.flatMap(FiberRef.get(current), (own) => {
        const chosen = Option.getOrElse(own, () => policy)
        return again(chosen, attempt, chosen.initial, error)
      }),
    )
