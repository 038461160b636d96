/** What each request of a layer passes: the pauses that the service asks for, and the rate limit. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type * as Tracer from "effect/Tracer"
import { type Admission, open } from "../../Admission.js"
import type * as RateLimit from "../../RateLimit.js"
import type { MarketDataError } from "../../MarketDataError.js"
import { Semaphore, type Restore } from "../../Semaphore.js"
import { inSeconds } from "../message.js"
import * as Monotonic from "../monotonic.js"
import * as SpanEvents from "./spanEvents.js"
import { timed } from "./timed.js"

/** Called after a wait, with its duration. */
export type OnWait = (wait: SpanEvents.Wait, milliseconds: number) => Effect.Effect<void>

/** One attempt at the gate: a request, and those that follow its redirects. */
export interface Attempt {
  /** The admission of one of its requests. Call its `left` no later than the end of the request. */
  readonly admission: () => Admission
  /** Call it when the attempt has ended. */
  readonly end: () => void
}

/** What a request waits for before it is sent. */
export interface Delay {
  /** How long it waits at least, in milliseconds. */
  readonly milliseconds: number
  /** Until when, in milliseconds of `Monotonic.now`. */
  readonly until: number
  readonly wait: SpanEvents.Wait
  /** For what, in words. */
  readonly reason: string
  /** Whether it is longer than the rate limit lets a request wait. */
  readonly isTooLong: boolean
}

/** Why a request that would wait so long is not sent. */
export type Refuse = (delay: Delay) => MarketDataError | undefined

/** How many calls are prepared at a time. Each holds some 50 kB until it is sent; the others wait for their turn, and hold little. */
const mostPrepared = 16

export interface Gate {
  /**
   * Waits until a call may be prepared, in an uninterruptible region with its `restore`, unless `late` fails before. The result ends the turn of the call: when
   * its request is sent, and at the end of its attempt.
   */
  readonly turn: (
    restore: Restore,
    span: Tracer.Span,
    refuse: Refuse,
    late: Effect.Effect<never, MarketDataError> | undefined,
  ) => Effect.Effect<() => void, MarketDataError>
  /** Begins an attempt. `onWait` is called for each wait that took time. */
  readonly attempt: (onWait: OnWait) => Attempt
  /** Sends nothing for a while, because the service answered 429: for the longest interval of the rate limit where it does not say for how long. */
  readonly pause: (wait: Duration.Duration | undefined) => Effect.Effect<void>
  /** What a request that begins to wait now waits for, after so many others that do not wait yet. */
  readonly delay: (ahead?: number) => Effect.Effect<Delay>
}

class Turns extends Semaphore {
  /** How many calls go before one that comes now, if it has to wait. */
  ahead(): number {
    return this.permits > 0 ? 0 : mostPrepared + this.waiting.size
  }
}

/** The gate of a layer. Without a rate limit it keeps pauses alone. */
export const make = (
  rateLimit: RateLimit.RateLimit | undefined,
  prepared = mostPrepared,
): Effect.Effect<Gate, never, Scope.Scope> =>
  Effect.gen(function* () {
    const turns = new Turns(prepared)
    const limiter = rateLimit && (yield* rateLimit.open)
    let pausedUntil = 0
    const pause: Effect.Effect<void> = Effect.suspend(() =>
      pausedUntil === 0
        ? Effect.void
        : Effect.flatMap(Monotonic.now, (now) =>
            now < pausedUntil ? Effect.zipRight(Effect.sleep(pausedUntil - now), pause) : Effect.void,
          ),
    )
    const endOfTurn = () => {
      let isOver = false
      return () => {
        if (!isOver) turns.release()
        isOver = true
      }
    }
    const delay: Gate["delay"] = (ahead = 0) =>
      Effect.zipWith(Monotonic.now, limiter ? limiter.delay(ahead) : Effect.succeed(0), (now, place): Delay => {
        const paused = pausedUntil - now
        const milliseconds = Math.max(paused, place, 0)
        const wait = place >= milliseconds && place > 0 ? "permit" : paused > 0 ? "pause" : "connection"
        const reason = {
          permit: `the rate limit of ${limiter?.name} has its next place in ${inSeconds(place)}`,
          pause: `the service asked to send nothing for another ${inSeconds(paused)}`,
          connection: "it waits for a free connection",
        }[wait]
        return {
          milliseconds,
          until: now + milliseconds,
          wait,
          reason,
          isTooLong: !!limiter && place > limiter.maxWait,
        }
      })
    return {
      attempt: (onWait) => {
        const enter = timed(pause, (milliseconds) => onWait("pause", milliseconds))
        return (
          limiter?.attempt(enter, (milliseconds) => onWait("permit", milliseconds)) ?? {
            admission: () => ({ ...open, enter }),
            end: open.left,
          }
        )
      },
      delay,
      turn: (restore, span, refuse, late) =>
        Effect.suspend(() => {
          const ahead = turns.ahead()
          if (ahead === 0) return Effect.map(turns.take(restore), endOfTurn)
          return Effect.flatMap(delay(ahead), (delay) => {
            const error = refuse(delay)
            if (error !== undefined) return Effect.fail(error)
            const { wait } = delay
            const start = delay.until - delay.milliseconds
            const waited = () =>
              Effect.flatMap(Monotonic.now, (end) =>
                end > start ? SpanEvents.waited(span, wait, end - start) : Effect.void,
              )
            return Effect.matchCauseEffect(turns.take(restore, late), {
              onFailure: (cause) => Effect.zipRight(waited(), Effect.failCause(cause)),
              // A tracer that throws must not keep the turn.
              onSuccess: () => Effect.map(Effect.exit(waited()), endOfTurn),
            })
          })
        }),
      pause: (wait = limiter?.interval) =>
        Effect.map(Monotonic.now, (now) => {
          pausedUntil = Math.max(pausedUntil, now + Duration.toMillis(wait ?? 0))
        }),
    }
  })
