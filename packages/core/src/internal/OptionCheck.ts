/**
 * Checks of options, which may come from data: those that cannot be fail as `InvalidOption`.
 *
 * @module
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { InvalidOption } from "../InvalidOption.js"

/** Says what an option must be, and what it is. */
export const refuse = (option: string, expected: string, given: unknown) =>
  new InvalidOption({
    option,
    detail: `it must be ${expected}, but is ${typeof given === "string" ? JSON.stringify(given) : String(given)}`,
  })

/** Whether a value is a whole number of at least 1. */
// protects: A number that is no whole number of at least 1 fails as `InvalidOption`.
// mutant: "refuses a limit that would let nothing pass": >= 1 → >= 0
export const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 1

/** A whole number of at least 1. */
export const count = (option: string, value: number): Effect.Effect<number, InvalidOption> =>
  isCount(value) ? Effect.succeed(value) : refuse(option, "a whole number of at least 1", value)

/** A number of bytes, which may be infinite. */
// protects: A size that is none fails as `InvalidOption`.
// mutant: "is made with options that can be": value >= 0 → value !== 0
export const size = (option: string, value: number): Effect.Effect<number, InvalidOption> =>
  value >= 0 ? Effect.succeed(value) : refuse(option, "a number of at least 0", value)

/** The duration of a value. Effect would take a negative number, and one that is no number, for none. */
// protects: A duration that is none is refused.
// mutant: "is made with options that can be": || value >= 0 → || value !== 0
export const durationOf = (value: unknown): Option.Option<Duration.Duration> =>
  typeof value !== "number" || value >= 0 ? Duration.decodeUnknown(value) : Option.none()

/** A duration. */
export const duration = (
  option: string,
  value: Duration.DurationInput,
): Effect.Effect<Duration.Duration, InvalidOption> =>
  Effect.mapError(durationOf(value), () => refuse(option, "a duration", value))
