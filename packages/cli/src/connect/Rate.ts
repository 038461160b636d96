/**
 * Rate limit of a plan in its written form: `5/min`.
 *
 * @module
 */
import * as RateLimit from "@candela/core/RateLimit"
import * as Either from "effect/Either"

const intervals: Readonly<Record<string, string>> = { s: "1 second", min: "1 minute", hour: "1 hour" }

const pattern = /^([1-9]\d{0,6})\/(s|min|hour)$/

/** Checks a rate limit. The fault says what is expected. */
export const parse = (text: string): Either.Either<string, string> =>
  pattern.test(text)
    ? Either.right(text)
    : Either.left("a whole number of requests a second, minute or hour, such as 100/s, 5/min or 1000/hour")

/** Window of a checked text. */
export const toWindow = (text: string): RateLimit.Window => {
  const [, limit = "", unit = ""] = pattern.exec(text) ?? []
  return { limit: Number(limit), interval: intervals[unit] as "1 second" }
}

/** Rate limit of a checked text. */
export const toRateLimit = (text: string): RateLimit.RateLimit =>
  RateLimit.make(toWindow(text), { margin: text.endsWith("/s") ? 0 : "1 second" })
