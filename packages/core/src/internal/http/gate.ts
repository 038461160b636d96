/** Gate for each request of a layer: the pauses requested by the service, and the rate limit. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import type * as Tracer from "effect/Tracer"
import type { Admission } from "../../Admission.js"
import { InvalidOption } from "../../InvalidOption.js"
import type { MarketDataError } from "../../MarketDataError.js"
import * as RateLimit from "../../RateLimit.js"
import { Semaphore, type Permit, type Restore } from "../../Semaphore.js"
import { inSeconds } from "../message.js"
import * as Monotonic from "../monotonic.js"
import { timed } from "../timed.js"
import * as Alarm from "./alarm.js"
import * as Spans from "./spans.js"

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

/** An attempt: a request, and those for its redirects. */
export interface Attempt {
  /** Returns the admission of one of its requests. Call its `left` no later than the end of the request. */
  readonly admission: () => Admission
  /** Ends the attempt: call it after the last byte, or after a failure. */
  readonly end: () => void
}

export interface Gate {
  /** Returns the place of a call in the slow start after a 429. A refused call keeps it until it ends, so that it is sent first. */
  readonly place: () => Permit
  /** Tells of a success: after a 429 one more call is sent at a time. */
  readonly succeeded: () => void
  /**
   * Waits until a call may be prepared, in an uninterruptible region with its `restore`. Without a turn at the time `until`, it fails with the error of `late`. Release
   * the turn when the request is sent, and at the end of the first attempt.
   */
  readonly turn: (
    restore: Restore,
    span: Tracer.Span,
    refuse: Refuse,
    until: number,
    late: () => Effect.Effect<never, MarketDataError>,
  ) => Effect.Effect<Permit, MarketDataError>
  /** Begins an attempt. `onDelay` is called when the wait of a request becomes known, and `onWait` after each wait that took time. */
  readonly attempt: (onWait: OnWait, onDelay?: (delay: Delay) => Effect.Effect<void>) => Attempt
  /** Pauses sending after a 429 of the service: for the longest interval of the rate limit if the 429 has no duration. */
  readonly pause: (wait: Duration.Duration | undefined) => Effect.Effect<void>
  /** Returns the wait of a request that starts waiting now, after `ahead` others that do not wait yet. */
  readonly delay: (ahead?: number) => Effect.Effect<Delay>
}

/** Number of calls prepared at a time. Each takes some 70 kB until it is sent; the others wait for their turn, and take 11 kB. */
const mostPrepared = 16

/**
 * Number of calls at a time from which a slow start has no bound. If all waiting calls were sent at the end of a pause, the service would refuse most of them again, and the
 * network would decide which: a call without luck would use up its retries. So after a 429 one call at a time is sent, in their order, and one more after each that succeeds.
 */
const wide = 16

/** Time after which a request counts as sent if its client does not report it. */
const latestDeparture = Duration.seconds(1)

/** Checks that a limit is a whole number of at least 1. */
const checked = (name: string, limit: number): Effect.Effect<number, InvalidOption> =>
  Number.isSafeInteger(limit) && limit >= 1
    ? Effect.succeed(limit)
    : new InvalidOption({
        option: `${name} of RateLimit.make`,
        detail: `it must be a whole number of at least 1, but is ${limit}`,
      })

/** Makes the gate of a layer. Without a rate limit it only keeps pauses. */
export const make = (
  rateLimit: RateLimit.RateLimit | undefined,
  prepared = mostPrepared,
): Effect.Effect<Gate, InvalidOption, Scope.Scope> =>
  Effect.gen(function* () {
    const { margin = 0, maxInFlight, maxWait = Infinity } = rateLimit?.options ?? {}
    const store: RateLimit.Store.Service = (rateLimit && (yield* RateLimit.Store)) ?? RateLimit.inMemory()
    const scope = yield* Effect.scope
    const runFork = Runtime.runFork(yield* Effect.runtime())
    const most = maxInFlight === undefined ? undefined : yield* checked("maxInFlight", maxInFlight)
    const inFlight = most === undefined ? undefined : (store.inFlight?.(most) ?? new Semaphore(most))
    const windows = yield* Effect.forEach(rateLimit?.windows ?? [], ({ interval, limit }) =>
      Effect.map(checked("limit", limit), () => ({ limit, interval: Duration.sum(interval, margin) })),
    )
    const longest = windows.reduce((longest, { interval }) => Duration.max(longest, interval), Duration.zero)
    const layerId = yield* Random.nextIntBetween(0, Number.MAX_SAFE_INTEGER)
    let requests = 0
    const turns = new Semaphore(prepared)
    const alarm = yield* Alarm.make
    const slowStart = new Semaphore(Infinity)
    let width = Infinity
    const widen = (calls: number) => slowStart.resize((width = calls > wide ? Infinity : calls))
    /** The one request that takes a place in the windows, and those behind it. */
    const places = new Semaphore(1)
    /** Time of the next free place, as far as known. */
    let next = 0
    let pausedUntil = 0
    const pause: Effect.Effect<void> = Effect.flatMap(Monotonic.now, (now) =>
      now < pausedUntil ? Effect.zipRight(Effect.sleep(pausedUntil - now), pause) : Effect.void,
    )

    /** Lower bound of the wait for a place after `ahead` other requests, in milliseconds. */
    const waitForPlace = (now: number, ahead: number) => {
      if (next <= now) return 0
      const before = Math.max(ahead, places.ahead)
      const intervals = windows.map(({ interval, limit }) => Math.floor(before / limit) * Duration.toMillis(interval))
      return next - now + Math.max(0, ...intervals)
    }

    const describe = (now: number, place: number, inAll = place): Delay => {
      const paused = pausedUntil - now
      const milliseconds = Math.max(paused, place, 0)
      const wait = place >= milliseconds && place > 0 ? "permit" : paused > 0 ? "pause" : "connection"
      const name = () =>
        rateLimit?.windows.map(({ interval, limit }) => `${limit} per ${inSeconds(interval)}`).join(" and ")
      const reason = {
        permit: () => `the rate limit of ${name()} has its next place in ${inSeconds(place)}`,
        pause: () => `after a 429 of the service nothing is sent for another ${inSeconds(paused)}`,
        connection: () =>
          slowStart.waiting > 0
            ? "after a 429 of the service it waits for the calls before it"
            : "it waits for a free connection",
      }[wait]()
      return { milliseconds, until: now + milliseconds, wait, reason, isTooLong: inAll > Duration.toMillis(maxWait) }
    }

    const admission = (onWait: OnWait, onDelay: (delay: Delay) => Effect.Effect<void>): Admission => {
      const id = `${layerId}-${++requests}`
      const consume = (within: Duration.Duration) => store.consume({ id, within, windows })
      const paused = timed(pause, (milliseconds) => onWait("pause", milliseconds))
      let takenAt: number | undefined
      let waited = 0
      const count = (milliseconds: number) => Effect.sync(() => void (waited += milliseconds))
      const place = (restore: Restore): Effect.Effect<void> =>
        restore(paused).pipe(
          Effect.zipRight(timed(restore(consume(latestDeparture)), count)),
          Effect.zip(Monotonic.now),
          Effect.flatMap(([free, now]) => {
            const milliseconds = Math.ceil(Duration.toMillis(free))
            if (milliseconds > 0) {
              next = now + milliseconds
              const delay = onDelay(describe(now, milliseconds, waited + milliseconds))
              const wait = Effect.zipRight(delay, Effect.sleep(milliseconds))
              return restore(timed(wait, count)).pipe(Effect.zipRight(place(restore)))
            }
            takenAt = now
            // A pause may have begun meanwhile: a place kept during it would not count from the time of sending.
            return Effect.flatMap(Effect.zipRight(restore(paused), Monotonic.now), (then) =>
              then > now ? place(restore) : Effect.void,
            )
          }),
        )
      const placed = Effect.uninterruptibleMask((restore) =>
        timed(places.take(restore), count).pipe(
          Effect.zipRight(
            Effect.ensuring(
              place(restore),
              Effect.sync(() => places.release()),
            ),
          ),
          Effect.ensuring(Effect.suspend(() => (waited > 0 ? onWait("permit", waited) : Effect.void))),
        ),
      )
      const sent = (takenAt: number) =>
        Effect.flatMap(Monotonic.now, (now) =>
          now - takenAt < Duration.toMillis(latestDeparture) ? consume(Duration.zero) : Effect.void,
        )
      return {
        // Without windows there is nothing to count, but another process may have received a pause.
        enter: windows.length === 0 && store.pause === undefined ? paused : Effect.zipRight(paused, placed),
        left: () => {
          if (takenAt !== undefined && windows.length > 0) runFork(sent(takenAt), { scope })
          takenAt = undefined
        },
      }
    }

    const delay: Gate["delay"] = (ahead = 0) =>
      Effect.map(Monotonic.now, (now) => describe(now, waitForPlace(now, ahead)))

    return {
      place: () => slowStart.permit(),
      succeeded: () => widen(width + 1),
      delay,
      turn: (restore, span, refuse, until, late) =>
        Effect.suspend(() => {
          const turn = turns.permit()
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
      attempt: (onWait, onDelay = () => Effect.void) => {
        const flight = inFlight?.permit()
        const ready = Effect.flatMap(delay(), onDelay)
        const takeOff = flight
          ? timed(Effect.uninterruptibleMask(flight.take), (milliseconds) => onWait("permit", milliseconds))
          : Effect.void
        return {
          admission: () => {
            const { enter, left } = admission(onWait, onDelay)
            return { enter: ready.pipe(Effect.zipRight(takeOff), Effect.zipRight(enter)), left }
          },
          end: () => flight?.release(),
        }
      },
      pause: (wait = longest) =>
        Effect.flatMap(Monotonic.now, (now) => {
          widen(1)
          pausedUntil = Math.max(pausedUntil, now + Duration.toMillis(wait))
          return store.pause?.(wait) ?? Effect.void
        }),
    }
  })
