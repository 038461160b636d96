/**
 * Checks of options, which may come from data: those that cannot be fail as `InvalidOption`.
 *
 * @module
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { InvalidOption } from "../InvalidOption.js"

/** Says what an option must be, and what it is. */
export const refuse = (option: string, expected: string, given: unknown) =>
  new InvalidOption({
    option,
    detail: `it must be ${expected}, but is ${typeof given === "string" ? JSON.stringify(given) : String(given)}`,
  })

/** A whole number of at least 1. */
// protects: A number that is no whole number of at least 1 fails as `InvalidOption`.
// mutant: "refuses a limit that would let nothing pass": && value >= 1 → && value >= 0
export const count = (option: string, value: number): Effect.Effect<number, InvalidOption> =>
  Number.isSafeInteger(value) && value >= 1
    ? Effect.succeed(value)
    : refuse(option, "a whole number of at least 1", value)

/** A number of bytes, which may be infinite. */
// protects: A size that is none fails as `InvalidOption`.
// mutant: "is made with options that can be": value >= 0 → value !== 0
export const size = (option: string, value: number): Effect.Effect<number, InvalidOption> =>
  value >= 0 ? Effect.succeed(value) : refuse(option, "a number of at least 0", value)

/** A duration. Effect would take a negative one, and one that is no number, for none. */
// protects: A duration that is none fails as `InvalidOption`.
// mutant: "is made with options that can be": || value >= 0 → || value !== 0
export const duration = (
  option: string,
  value: Duration.DurationInput,
): Effect.Effect<Duration.Duration, InvalidOption> => {
  const isDuration = typeof value !== "number" || value >= 0
  return isDuration
    ? Effect.mapError(Duration.decodeUnknown(value), () => refuse(option, "a duration", value))
    : refuse(option, "a duration", value)
}
