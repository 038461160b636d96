/**
 * Rate limit of a key: maximum number of requests in a span of time.
 *
 * @module
 */
import { Clock, Duration, Effect, Either } from "effect"

/** Rate limit: a key makes at most `limit` requests in any window of the interval's length. */
export interface Rate {
  /** Requests per `interval`: a whole number of at least 1. */
  readonly limit: number
  /** Length of the window. */
  readonly interval: Duration.DurationInput
}

const intervals: Readonly<Record<string, Duration.DurationInput>> = { s: "1 second", min: "1 minute", hour: "1 hour" }

/** Parses `5/min`, `100/s` or `1000/hour`; anything else is rejected in words that end the sentence "must be ...". */
export const parse = (text: string): Either.Either<Rate, string> => {
  const [, limit, unit] = /^([1-9]\d{0,6})\/(s|min|hour)$/.exec(text) ?? []
  return limit === undefined
    ? Either.left("a whole number of requests a second, minute or hour, such as 100/s, 5/min or 1000/hour")
    : Either.right({ limit: Number(limit), interval: intervals[unit!]! })
}

/**
 * Counts requests: returns 0 for an accepted one, else the milliseconds until the key's next one is
 * accepted. A rejected request is not counted.
 */
export type Counter = (key: string) => Effect.Effect<number>

/** Accepts every request. */
export const unlimited: Counter = () => Effect.succeed(0)

/** Counts by Effect's `Clock`. A `limit` that is not a whole number of at least 1 is a defect. */
export const make = ({ interval, limit }: Rate): Effect.Effect<Counter> => {
  if (!(Number.isSafeInteger(limit) && limit >= 1)) {
    return Effect.dieMessage(`rate: limit must be a whole number of at least 1, but is ${limit}`)
  }
  const length = Duration.toMillis(interval)
  // Ring of a key's last requests: the oldest decides whether another one is accepted.
  const rings = new Map<string, { readonly times: Array<number>; next: number }>()
  return Effect.succeed((key) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const ring = rings.get(key) ?? { times: [], next: 0 }
      rings.set(key, ring)
      const wait = ring.times.length < limit ? 0 : ring.times[ring.next]! + length - now
      if (wait > 0) return wait
      ring.times[ring.next] = now
      ring.next = (ring.next + 1) % limit
      return 0
    }),
  )
}
