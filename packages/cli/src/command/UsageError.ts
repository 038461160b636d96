/**
 * A command line that is not right.
 *
 * @module
 */
import * as Data from "effect/Data"

/** A command line that is not right: exit code 2. */
export class UsageError extends Data.TaggedError("UsageError")<{
  /** What is wrong, and how to mend it: a sentence with the option and the value. */
  readonly message: string
  /** The command whose help says more, with the name of the program: `candela chart`. */
  readonly help?: string | undefined
}> {}
