/**
 * Error of an invalid command line.
 *
 * @module
 */
import * as Data from "effect/Data"

/** The command line is invalid: exit code 2. */
export class UsageError extends Data.TaggedError("UsageError")<{
  /** What is wrong, and how to correct it: a sentence with the option and the value. */
  readonly message: string
  /** Command whose help says more, with the name of the program: `candela chart`. */
  readonly help?: string | undefined
}> {}
