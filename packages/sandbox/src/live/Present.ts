/**
 * The present of a sandbox whose clock may run: in real time, faster, or as fast as its clients take the events.
 *
 * @module
 */
import { session } from "@candela/market/Calendar"
import { stocks } from "@candela/market/Market"
import { dateOfDay, dayOf } from "@candela/market/TimeZone"
import { type Clock, DateTime, Duration, Effect } from "effect"
import { turn } from "../store/turns.js"

/** The present. */
export interface Present {
  /** The sandbox's time, epoch milliseconds. */
  readonly now: () => number
  /** Waits for an instant of the sandbox. With `asap` its clock is set to the instant at once. */
  readonly until: (instant: number) => Effect.Effect<void>
  /** Instant at which the clock stands: its data end there. */
  readonly end: number
  /** Whether time waits for the clients. */
  readonly waits: boolean
}

/** How the clock runs. */
export interface Options {
  /** Instant at which the clock starts. Default: the last opening of the stock market before the data end. */
  readonly from?: number | DateTime.DateTime | undefined
  /**
   * Seconds of the sandbox in a second: 1 in real time, 60 for an hour in a minute. `asap`: the next event is sent as
   * soon as all clients took the last one. Default 1.
   */
  readonly speed?: number | "asap" | undefined
}

/** Returns the last opening of the stock market's regular session before an instant. */
export const previousOpening = (instant: number): number => {
  for (let day = dayOf(stocks.zone, instant); ; day--) {
    const open = session(dateOfDay(day))?.open
    if (open !== undefined && open < instant) return open
  }
}

/** A clock that stands at the end of the data. */
export const standing = (end: number): Present => ({ now: () => end, until: () => Effect.never, end, waits: false })

/** The time of Effect's clock. */
export const wall = (clock: Clock.Clock, end: number): Present =>
  running(clock, clock.unsafeCurrentTimeMillis(), 1, end)

/** A clock that starts now, at an instant. */
const running = (clock: Clock.Clock, from: number, speed: number, end: number): Present => {
  const started = clock.unsafeCurrentTimeMillis()
  const now = () => Math.min(end, from + Math.floor((clock.unsafeCurrentTimeMillis() - started) * speed))
  const until = (instant: number): Effect.Effect<void> =>
    instant > end
      ? Effect.never
      : Effect.suspend(() => {
          const left = instant - now()
          return left <= 0
            ? Effect.void
            : Effect.zipRight(clock.sleep(Duration.millis(Math.ceil(left / speed))), until(instant))
        })
  return { now, until, end, waits: false }
}

/** A clock that is set by {@link Present.until}. */
const stepping = (from: number, end: number): Present => {
  let at = from
  return {
    now: () => at,
    until: (instant) =>
      instant > end
        ? Effect.never
        : Effect.zipRight(
            turn,
            Effect.sync(() => {
              at = Math.max(at, instant)
            }),
          ),
    end,
    waits: true,
  }
}

/** Makes a clock that runs up to the end of the data. */
export const make = ({ from, speed = 1 }: Options, end: number): Effect.Effect<Present> =>
  Effect.map(Effect.clock, (clock) => {
    const given = DateTime.isDateTime(from) ? DateTime.toEpochMillis(from) : from
    const start = Math.min(given ?? previousOpening(end), end)
    return speed === "asap" ? stepping(start, end) : running(clock, start, speed, end)
  })
