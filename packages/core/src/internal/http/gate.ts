/** Gate for each request of a layer: the pauses requested by the service, and the rate limit. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type * as Tracer from "effect/Tracer"
import { open } from "../Admission.js"
import type { Attempt, RateLimit } from "../../RateLimit.js"
import type { InvalidOption } from "../../InvalidOption.js"
import type { MarketDataError } from "../../MarketDataError.js"
import { permitOf, Semaphore, type Permit, type Restore } from "../Semaphore.js"
import { inSeconds } from "../message.js"
import * as Alarm from "./alarm.js"
import * as Monotonic from "../monotonic.js"
import * as Spans from "./spans.js"
import { timed } from "../timed.js"

/** Called after a wait, with its duration. */
export type OnWait = (wait: Spans.Wait, milliseconds: number) => Effect.Effect<void>

/** Wait of a request before it is sent. */
export interface Delay {
  /** Shortest wait, in milliseconds. */
  readonly milliseconds: number
  /** End of the wait, in milliseconds of `Monotonic.now`. */
  readonly until: number
  readonly wait: Spans.Wait
  /** Reason of the wait, in words. */
  readonly reason: string
  /** Whether it exceeds the maximum wait of the rate limit. */
  readonly isTooLong: boolean
}

/** Returns the error of a request that must not wait so long. */
export type Refuse = (delay: Delay) => MarketDataError | undefined

/**
 * Number of calls prepared at a time. Each takes some 70 kB until it is sent; the others wait for
 * their turn, and take 11 kB.
 */
// protects: Calls that wait are prepared a few at a time, so that the others hold little memory.
// mutant: "are prepared a few at a time": 16 → Infinity
const mostPrepared = 16

/**
 * Number of calls at a time from which a slow start has no bound. If all waiting calls were sent at the end of a pause,
 * the service would refuse most of them again, and the network would decide which: a call without luck would use up its
 * retries. So after a 429 one call at a time is sent, in their order, and one more after each that succeeds.
 */
const wide = 16

export interface Gate {
  /**
   * Waits until a call may be prepared, in an uninterruptible region with its `restore`. Without a
   * turn at the time `until`, it fails with the error of `late`. The result is the turn: release it
   * when the request of the call is sent, and at the end of its attempt.
   */
  readonly turn: (
    restore: Restore,
    span: Tracer.Span,
    refuse: Refuse,
    until: number,
    late: () => Effect.Effect<never, MarketDataError>,
  ) => Effect.Effect<Permit, MarketDataError>
  /**
   * Returns the place of a call in the slow start after a 429. A refused call keeps it until it
   * ends, so that it is sent first.
   */
  readonly place: () => Permit
  /** Tells of a success: after a 429 one more call is sent at a time. */
  readonly succeeded: () => void
  /**
   * Begins an attempt. `onDelay` is called when the wait of a request becomes known, and `onWait`
   * after each wait that took time.
   */
  readonly attempt: (onWait: OnWait, onDelay?: (delay: Delay) => Effect.Effect<void>) => Attempt
  /**
   * Pauses sending after a 429 of the service: for the longest interval of the rate limit if the 429 has no duration.
   */
  readonly pause: (wait: Duration.Duration | undefined) => Effect.Effect<void>
  /** Returns the wait of a request that starts waiting now, after `ahead` others that do not wait yet. */
  readonly delay: (ahead?: number) => Effect.Effect<Delay>
}

/** Makes the gate of a layer. Without a rate limit it only keeps pauses. */
export const make = (
  rateLimit: RateLimit | undefined,
  prepared = mostPrepared,
): Effect.Effect<Gate, InvalidOption, Scope.Scope> =>
  Effect.gen(function* () {
    const turns = new Semaphore(prepared)
    const alarm = yield* Alarm.make
    const slowStart = new Semaphore(Infinity)
    let width = Infinity
    const widen = (calls: number) => slowStart.resize((width = calls > wide ? Infinity : calls))
    const limiter = rateLimit && (yield* rateLimit.open)
    let pausedUntil = 0
    const pause: Effect.Effect<void> = Effect.suspend(() =>
      pausedUntil === 0
        ? Effect.void
        : Effect.flatMap(Monotonic.now, (now) =>
            now < pausedUntil ? Effect.zipRight(Effect.sleep(pausedUntil - now), pause) : Effect.void,
          ),
    )
    const describe = (now: number, place: number, inAll = place): Delay => {
      const paused = pausedUntil - now
      const milliseconds = Math.max(paused, place, 0)
      const wait = place >= milliseconds && place > 0 ? "permit" : paused > 0 ? "pause" : "connection"
      const reason = {
        permit: `the rate limit of ${limiter?.name} has its next place in ${inSeconds(place)}`,
        pause: `after a 429 of the service nothing is sent for another ${inSeconds(paused)}`,
        connection:
          slowStart.waiting > 0
            ? "after a 429 of the service it waits for the calls before it"
            : "it waits for a free connection",
      }[wait]
      // protects: No request waits for the rate limit longer than `maxWait`.
      // mutant: "refuses a call that would wait longer": maxWait } → maxWait + Infinity }
      return { milliseconds, until: now + milliseconds, wait, reason, isTooLong: !!limiter && inAll > limiter.maxWait }
    }
    const delay: Gate["delay"] = (ahead = 0) =>
      Effect.map(Monotonic.now, (now) => describe(now, limiter?.delay(now, ahead) ?? 0))
    return {
      place: () => permitOf(slowStart),
      succeeded: () => widen(width + 1),
      attempt: (onWait, onDelay = () => Effect.void) => {
        const passed = timed(pause, (milliseconds) => onWait("pause", milliseconds))
        const { admission, end }: Attempt = limiter?.attempt({
          pause: passed,
          onDelay: (...delay) => Effect.flatMap(Monotonic.now, (now) => onDelay(describe(now, ...delay))),
          onWait: (milliseconds) => onWait("permit", milliseconds),
        }) ?? { admission: () => ({ ...open, enter: passed }), end: open.left }
        return {
          admission: () => {
            const { enter, left } = admission()
            return { enter: Effect.zipRight(Effect.flatMap(delay(), onDelay), enter), left }
          },
          end,
        }
      },
      delay,
      turn: (restore, span, refuse, until, late) =>
        Effect.suspend(() => {
          const turn = permitOf(turns)
          const { ahead } = turns
          if (ahead === 0) return Effect.as(turn.take(restore), turn)
          return Effect.flatMap(delay(ahead), (delay) => {
            const error = refuse(delay)
            if (error !== undefined) return Effect.fail(error)
            const { wait } = delay
            const start = delay.until - delay.milliseconds
            const waited = () =>
              Effect.flatMap(Monotonic.now, (end) =>
                end > start ? Spans.waited(span, wait, end - start) : Effect.void,
              )
            const limit = until === Infinity ? undefined : { alarm, at: until, error: late }
            return Effect.matchCauseEffect(turn.take(restore, limit), {
              onFailure: (cause) => Effect.zipRight(waited(), Effect.failCause(cause)),
              // A tracer that throws must not keep the turn.
              onSuccess: () => Effect.as(Effect.exit(waited()), turn),
            })
          })
        }),
      // protects: A 429 without `Retry-After` pauses for the longest interval.
      // mutant: "pauses for the longest interval after a 429": without limiter?.interval ??
      pause: (wait = limiter?.interval ?? Duration.zero) =>
        Effect.flatMap(Monotonic.now, (now) => {
          // protects: After a 429 waiting calls are sent a few at a time.
          // mutant: "calls at a time are served fairly": 1 → Infinity
          widen(1)
          pausedUntil = Math.max(pausedUntil, now + Duration.toMillis(wait))
          return limiter?.pause?.(wait) ?? Effect.void
        }),
    }
  })
