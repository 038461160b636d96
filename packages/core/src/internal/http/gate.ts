/** What each request of a layer passes: the pauses that the service asks for, and the rate limit. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type Admission, open } from "../../Admission.js"
import type * as RateLimit from "../../RateLimit.js"
import { inSeconds } from "../message.js"
import * as Monotonic from "../monotonic.js"
import { timed } from "./timed.js"

/** What a request waits for: the rate limit, or the end of a pause that the service asked for. */
export type Wait = "permit" | "pause"

/** Called after a wait, with its duration. */
export type OnWait = (wait: Wait, milliseconds: number) => Effect.Effect<void>

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
  /** For what, in words. */
  readonly reason: string
  /** Whether it is longer than the rate limit lets a request wait. */
  readonly isTooLong: boolean
}

export interface Gate {
  /** Begins an attempt. `onWait` is called for each wait that took time. */
  readonly attempt: (onWait: OnWait) => Attempt
  /** Sends nothing for a while, because the service answered 429: for the longest interval of the rate limit where it does not say for how long. */
  readonly pause: (wait: Duration.Duration | undefined) => Effect.Effect<void>
  /** What a request that begins to wait now waits for. */
  readonly delay: Effect.Effect<Delay>
}

/** The gate of a layer. Without a rate limit it keeps pauses alone. */
export const make = (rateLimit: RateLimit.RateLimit | undefined): Effect.Effect<Gate, never, Scope.Scope> =>
  Effect.gen(function* () {
    const limiter = rateLimit && (yield* rateLimit.open)
    let pausedUntil = 0
    const pause: Effect.Effect<void> = Effect.suspend(() =>
      pausedUntil === 0
        ? Effect.void
        : Effect.flatMap(Monotonic.now, (now) =>
            now < pausedUntil ? Effect.zipRight(Effect.sleep(pausedUntil - now), pause) : Effect.void,
          ),
    )
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
      delay: Effect.flatMap(Monotonic.now, (now) =>
        Effect.map(limiter ? limiter.delay : Effect.succeed(0), (place): Delay => {
          const paused = pausedUntil - now
          const milliseconds = Math.max(paused, place, 0)
          const reason =
            place >= milliseconds && place > 0
              ? `the rate limit of ${limiter!.name} has its next place in ${inSeconds(place)}`
              : paused > 0
                ? `the service asked to send nothing for another ${inSeconds(paused)}`
                : "it waits for a free connection"
          return { milliseconds, reason, isTooLong: limiter !== undefined && place > limiter.maxWait }
        }),
      ),
      pause: (wait = limiter?.interval) =>
        Effect.map(Monotonic.now, (now) => {
          pausedUntil = Math.max(pausedUntil, now + Duration.toMillis(wait ?? 0))
        }),
    }
  })
