/** Parts of error messages. */
import * as Duration from "effect/Duration"

/**
 * Returns at most the first `length` characters of a text as a copy. A slice would keep the whole
 * text in memory, perhaps a body of many megabytes, for as long as the error that quotes it.
 */
export const excerpt = (text: string, length: number): string => [...text.slice(0, length)].join("")

/** Shortens a text to at most `length` characters, with an ellipsis if it was longer. */
// protects: An error quotes an excerpt of a document.
// mutant: "quotes an excerpt of a long value": length ? → 1e9 ?
export const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${excerpt(text, length - 1)}…`

/** Formats a duration (a number is milliseconds) for a message: `0.25 s`. */
export const inSeconds = (duration: Duration.DurationInput): string =>
  `${Math.round(Duration.toMillis(duration)) / 1000} s`

/** Codes of `node:tls` for a certificate that is not trusted, or of another host. */
export const untrusted: RegExp =
  /(^| )(ERR_TLS_)?(CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/
