/** Parts of error messages. */
import * as Duration from "effect/Duration"

/**
 * The first `length` characters of a text, or fewer, as a copy. A slice would keep the whole text in memory, perhaps a body of many megabytes, for as long as
 * the error that quotes it.
 */
export const excerpt = (text: string, length: number): string => [...text.slice(0, length)].join("")

/** A duration (a number is milliseconds) in a message: `0.25 s`. */
export const inSeconds = (duration: Duration.DurationInput): string =>
  `${Math.round(Duration.toMillis(duration)) / 1000} s`
