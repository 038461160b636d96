/**
 * Error of an output that cannot be written, although its reader is there: a full disk.
 *
 * @module
 */
import * as Data from "effect/Data"

/** The output cannot be written. It is a defect of {@link Terminal}, because no command can correct it. */
export class OutputError extends Data.TaggedError("OutputError")<{
  /** What cannot be written, and why. */
  readonly message: string
}> {}
